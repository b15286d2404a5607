import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { requireConfirmation } from '#server/identity/sign-in/confirm/confirmations.ts'
import { consumeSignInLimit } from '#server/identity/sign-in/tries/sign-in-limits.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { scanSamples } from '../settings/scan-samples.ts'
import { createFirstAdmin } from './create-first-admin.ts'
import { describeSetup } from './describe-setup.ts'
import { confirmKeysSaved, downloadKeys } from './saved-keys.ts'
import { findSetupLink } from './setup-link.ts'
import { sendTestMail } from './test-services.ts'

/** The calls of an operator's first minutes. */
export function setupRoutes(app: FastifyInstance, services: Services): void {
  bindEndpoint(app, endpoints.setupLink, async ({ body, request }) => {
    await consumeSignInLimit(services, clientAddress(request))
    return { expiresAt: new Date(await findSetupLink(services, body.token)).toISOString() }
  })
  bindEndpoint(app, endpoints.createFirstAdmin, async ({ body, request }) => {
    const from = { address: clientAddress(request), network: clientNetwork(request) }
    return { user: await createFirstAdmin(services, body, from), mustVerifyEmail: false }
  })

  bindEndpoint(app, endpoints.setup, async ({ caller }) => ({
    setup: await describeSetup(services, caller.id),
  }))
  bindEndpoint(app, endpoints.testMail, async ({ caller }) => ({
    sentTo: await sendTestMail(services, caller.id),
  }))
  bindEndpoint(app, endpoints.testScanner, () => scanSamples(services.scanner))
  bindEndpoint(app, endpoints.masterKeys, async ({ caller, request }) => {
    // guard: confirmation before the master keys -> tests/http/setup/setup.test.ts "copy of the keys"
    await requireConfirmation(services, caller, request)
    return downloadKeys(services, actor(caller, request))
  })
  bindEndpoint(app, endpoints.masterKeysSaved, async ({ caller, body, request }) => {
    await confirmKeysSaved(services, body.ending, actor(caller, request))
    return { message: 'The copy of the master keys is confirmed.' }
  })
}

function actor(by: Caller, request: FastifyRequest) {
  return { by, network: clientNetwork(request) }
}
