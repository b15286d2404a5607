import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Profile } from '#contract/accounts/accounts.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fileNameOf } from '#contract/operations/branding/file-name.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { Services } from '#server/platform/services.ts'
import { findPreferences, updatePreferences } from './accounts/preferences.ts'
import { acceptTerms, chooseLanguage, findProfile } from './accounts/profile.ts'
import { findStats } from './accounts/storage.ts'
import { updateProfile } from './accounts/update-profile.ts'
import type { PersonalParts } from './personal-data/personal-data.ts'
import { policyFor } from './principals/policy.ts'
import { principalOf } from './principals/principal.ts'
import { exportAccount } from './privacy/export-account.ts'
import { eraseOwnAccount, previewErasure } from './privacy/own-account.ts'
import { confirmOrPassword } from './sign-in/confirm/confirm-or-password.ts'
import { changePassword } from './sign-in/passwords/change-password.ts'
import { deviceLabel } from './sign-in/sessions/device-label.ts'
import { endOtherSessions, endSession, listSessions } from './sign-in/sessions/sessions.ts'

/** The calls of a person about their own account. */
export function usersRoutes(app: FastifyInstance, services: Services, parts: PersonalParts): void {
  /** The profile with the storage that holds, which rules may bound. */
  async function profileOf(caller: Caller): Promise<Profile> {
    const { storage } = policyFor(principalOf(caller), services.config)
    return { ...(await findProfile(services, caller.id)), storageLimit: storage }
  }

  bindEndpoint(app, endpoints.profile, async ({ caller }) => ({
    user: await profileOf(caller),
  }))

  bindEndpoint(app, endpoints.updateProfile, async ({ caller, body, request }) => {
    const confirm = () => confirmOrPassword(services, caller, request, body.currentPassword)
    await updateProfile(services, caller, { ...body, device: deviceOf(request) }, confirm)
    return { user: await profileOf(caller) }
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
    const start = fileNameOf(services.config.identity.name)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${start}-${caller.username}-${day}.json"`)
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
