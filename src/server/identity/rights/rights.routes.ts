import type { FastifyInstance, FastifyRequest } from 'fastify'
import { rightsSessionHeader } from '#contract/accounts/rights.ts'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { transact } from '#server/platform/database/transact.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { batchedRateLimiter } from '#server/platform/rate-limits/batched-rate-limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { allowAddress, stopAddress } from '../consents/stop-list.ts'
import type { AddressParts } from '../personal-data/address-data.ts'
import { eraseAddress } from './erase-address.ts'
import { exportAddress } from './export-address.ts'
import { mailRightsCode, openRightsSession } from './rights-code.ts'
import { type RightsSession, readRightsSession } from './rights-session.ts'

/** Calls of one network with a session, valid or forged. */
const limit = { burst: 60, interval: 10_000, block: 10 }

/** Calls about the rights of data subjects, with or without an account: see docs/rights.md. */
export function rightsRoutes(app: FastifyInstance, services: Services, parts: AddressParts): void {
  const { database, clock } = services
  const limitCalls = batchedRateLimiter(services, limit, limit.block)

  async function sessionOf(request: FastifyRequest): Promise<RightsSession> {
    await limitCalls(`rights calls ${clientAddress(request)}`)
    return readRightsSession(services, request.headers[rightsSessionHeader])
  }

  bindEndpoint(app, endpoints.rightsCode, async ({ body, request }) => {
    const { email, language = 'en' } = body
    return {
      retryAfter: await mailRightsCode(services, { email, language, network: clientAddress(request) }),
    }
  })

  bindEndpoint(app, endpoints.openRights, ({ body, request }) => {
    const { language = 'en', ...given } = body
    return openRightsSession(services, { ...given, language, network: clientAddress(request) })
  })

  bindEndpoint(app, endpoints.exportRights, async ({ request }) =>
    exportAddress(services, parts, await sessionOf(request)),
  )

  bindEndpoint(app, endpoints.correctName, async ({ body, request }) => {
    const owner = await sessionOf(request)
    await transact(database, async (transaction) => {
      for (const { names } of Object.values(parts)) await names?.correct(transaction, owner, body.name)
    })
    return { message: 'Your name has been corrected.' }
  })

  bindEndpoint(app, endpoints.blockMails, async ({ request }) => {
    const { hash, language } = await sessionOf(request)
    await transact(database, (transaction) =>
      stopAddress(transaction, hash, { how: 'rights', language, now: clock.now() }),
    )
    return { message: 'This address gets no more mails from other people through this service.' }
  })

  bindEndpoint(app, endpoints.allowMails, async ({ request }) => {
    const { hash } = await sessionOf(request)
    await transact(database, (transaction) => allowAddress(transaction, hash, clock.now()))
    return { message: 'Other people can send mails to this address again.' }
  })

  bindEndpoint(app, endpoints.eraseAddress, async ({ body, request }) => {
    await eraseAddress(services, parts, await sessionOf(request), body.email)
    return { message: 'Everything that was held about this address has been erased.' }
  })
}
