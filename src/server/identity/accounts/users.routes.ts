import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/platform/http/bind-endpoint.ts'
import type { Services } from '#server/platform/services.ts'
import { changePassword } from '../credentials/change-password.ts'
import { confirmOrPassword } from '../credentials/confirm-or-password.ts'
import { exportAccount } from '../privacy/export-account.ts'
import { eraseOwnAccount, previewErasure } from '../privacy/own-account.ts'
import type { PersonalParts } from '../privacy/personal-data.ts'
import { deviceLabel } from '../sessions/device-label.ts'
import { endOtherSessions, endSession, listSessions } from '../sessions/sessions.ts'
import { findPreferences, updatePreferences } from './preferences.ts'
import { acceptTerms, chooseLanguage, findProfile } from './profile.ts'
import { findStats } from './storage.ts'
import { updateProfile } from './update-profile.ts'

/** The calls of a person about their own account. */
export function usersRoutes(app: FastifyInstance, services: Services, parts: PersonalParts): void {
  bindEndpoint(app, endpoints.profile, async ({ caller }) => ({
    user: await findProfile(services, caller.id),
  }))

  bindEndpoint(app, endpoints.updateProfile, async ({ caller, body, request }) => {
    const confirm = () => confirmOrPassword(services, caller, request, body.currentPassword)
    await updateProfile(services, caller, { ...body, device: deviceOf(request) }, confirm)
    return { user: await findProfile(services, caller.id) }
  })

  bindEndpoint(app, endpoints.changePassword, async ({ caller, body, request }) => {
    await changePassword(services, caller, { ...body, device: deviceOf(request) })
    return { message: 'Your password has been changed. All other sessions have ended.' }
  })

  bindEndpoint(app, endpoints.preferences, async ({ caller }) => ({
    preferences: await findPreferences(services, caller.id),
  }))

  bindEndpoint(app, endpoints.updatePreferences, async ({ caller, body, request }) => {
    await updatePreferences(services, caller.id, body, deviceOf(request))
    return { preferences: body }
  })

  bindEndpoint(app, endpoints.chooseLanguage, async ({ caller, body }) => {
    await chooseLanguage(services, caller.id, body.language)
    return { message: 'The language has been changed.' }
  })

  bindEndpoint(app, endpoints.acceptTerms, async ({ caller, body }) => ({
    terms: await acceptTerms(services, caller.id, body.version),
  }))

  bindEndpoint(app, endpoints.sessions, async ({ caller }) => ({
    sessions: await listSessions(services, caller),
  }))

  bindEndpoint(app, endpoints.endSession, async ({ caller, params }) => {
    await endSession(services, caller.id, params.id)
    return { message: 'The session has ended.' }
  })

  bindEndpoint(app, endpoints.endOtherSessions, async ({ caller }) => {
    await endOtherSessions(services, caller)
    return { message: 'All other sessions have ended.' }
  })

  bindEndpoint(app, endpoints.stats, async ({ caller }) => ({ stats: await findStats(services, caller.id) }))

  bindEndpoint(app, endpoints.exportAccount, async ({ caller, reply }) => {
    const day = new Date(services.clock.now()).toISOString().slice(0, 10)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="restante-${caller.username}-${day}.json"`)
      .send(Readable.from(exportAccount(services, parts, caller.id)))
  })

  bindEndpoint(app, endpoints.previewErasure, async ({ caller }) => ({
    erasure: await previewErasure(parts, caller.id),
  }))

  bindEndpoint(app, endpoints.eraseAccount, async ({ caller, body, request }) => {
    const user = await confirmOrPassword(services, caller, request, body.password)
    await eraseOwnAccount(services, parts, user)
    return { message: 'Your account and everything in it has been erased.' }
  })
}

function deviceOf(request: FastifyRequest): string {
  return deviceLabel(request.headers['user-agent'])
}
