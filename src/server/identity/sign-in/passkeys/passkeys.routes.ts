import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { requireConfirmation } from '../confirm/confirmations.ts'
import { removePasskey } from '../factors/remove-factor.ts'
import { deviceLabel } from '../sessions/device-label.ts'
import { offerConfirmation, offerSignIn } from './offer-passkeys.ts'
import { findPasskeys, passkeyOf, renamePasskey } from './passkeys.ts'
import { addPasskey, beginPasskey } from './register-passkey.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

/** Calls about passkeys: signing in with one, confirming with one, and managing those of the caller's account. */
export function passkeysRoutes(app: FastifyInstance, services: Services): void {
  bindEndpoint(app, endpoints.passkeyOptions, ({ caller, body, request }) =>
    caller
      ? offerConfirmation(services, caller)
      : offerSignIn(services, body.username ?? '', clientAddress(request)),
  )

  bindEndpoint(app, endpoints.signInWithPasskey, ({ body, request }) =>
    signInWithPasskey(services, body, {
      address: clientAddress(request),
      device: deviceLabel(request.headers['user-agent']),
    }),
  )

  bindEndpoint(app, endpoints.passkeys, async ({ caller }) => ({
    passkeys: (await findPasskeys(services.database, caller.id)).map(passkeyOf),
  }))

  bindEndpoint(app, endpoints.newPasskeyOptions, async ({ caller, request }) => {
    await requireConfirmation(services, caller, request)
    return beginPasskey(services, caller)
  })

  bindEndpoint(app, endpoints.addPasskey, async ({ caller, body, request }) => {
    // guard: confirmation before a new passkey -> tests/http/signing-in/passkeys.test.ts "with a fresh confirmation only"
    await requireConfirmation(services, caller, request)
    return addPasskey(services, caller, body, deviceLabel(request.headers['user-agent']))
  })

  bindEndpoint(app, endpoints.renamePasskey, async ({ caller, params, body, request }) => {
    await requireConfirmation(services, caller, request)
    return { passkey: await renamePasskey(services, caller, params.id, body.name) }
  })

  bindEndpoint(app, endpoints.removePasskey, async ({ caller, params, request }) => {
    await requireConfirmation(services, caller, request)
    await removePasskey(services, caller, params.id, deviceLabel(request.headers['user-agent']))
    return { message: 'The passkey has been removed.' }
  })
}
