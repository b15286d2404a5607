import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findConsentText } from './consent-texts.ts'
import { listConsents, userSubject } from './consents.ts'
import { findOwnConsentText } from './own-terms.ts'

/** The calls about what people have agreed to. */
export function consentsRoutes(app: FastifyInstance, { database }: Services): void {
  bindEndpoint(app, endpoints.consents, async ({ caller }) => ({
    consents: await listConsents(database, await userSubject(database, caller.id)),
  }))

  bindEndpoint(app, endpoints.consentText, async ({ params, reply }) => {
    const text = findConsentText(params.hash) ?? (await findOwnConsentText(database, params.hash))
    if (text === undefined) throw new Failure('NOT_FOUND')
    return reply.type('text/plain; charset=utf-8').send(text)
  })
}
