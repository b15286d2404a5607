import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { confirmWithCode } from '../oidc/connect.ts'
import { confirmPassword } from '../sign-in/confirm/confirm-password.ts'
import { confirmCaller, requireConfirmation } from '../sign-in/confirm/confirmations.ts'
import { confirmWithPasskey } from '../sign-in/passkeys/confirm-with-passkey.ts'
import { deviceLabel } from '../sign-in/sessions/device-label.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { approveDevice, beginDevice, denyDevice, findDevice, redeemDevice } from './device-codes.ts'

/** The calls of a person about their API keys and the programs that get one, and the confirmation that changes of credentials want. */
export function apiKeysRoutes(app: FastifyInstance, services: Services): void {
  bindEndpoint(app, endpoints.confirm, ({ caller, body }) =>
    confirmCaller(services, caller, () =>
      'currentPassword' in body
        ? confirmPassword(services, caller.id, body.currentPassword)
        : 'oidcCode' in body
          ? confirmWithCode(services, caller, { code: body.oidcCode, verifier: body.verifier })
          : confirmWithPasskey(services, caller, body),
    ),
  )

  bindEndpoint(app, endpoints.apiKeys, async ({ caller }) => ({
    apiKeys: await listApiKeys(services, caller.id),
  }))

  bindEndpoint(app, endpoints.createApiKey, async ({ caller, body, request }) => {
    // guard: confirmation before an API key -> tests/http/signing-in/api-keys.test.ts "needs a fresh confirmation"
    await requireConfirmation(services, caller, request)
    return createApiKey(services, caller, body, deviceLabel(request.headers['user-agent']))
  })

  bindEndpoint(app, endpoints.beginDevice, ({ body, request }) =>
    beginDevice(services, body, { address: clientAddress(request), network: clientNetwork(request) }),
  )

  bindEndpoint(app, endpoints.redeemDevice, ({ body }) => redeemDevice(services, body.deviceCode))

  bindEndpoint(app, endpoints.findDevice, async ({ caller, body, request }) => ({
    device: await findDevice(services, { caller, network: clientNetwork(request), ...body }),
  }))

  bindEndpoint(app, endpoints.approveDevice, async ({ caller, body, request }) => {
    // guard: confirmation before a program is connected -> tests/http/integrations/device-codes.test.ts "needs a fresh confirmation"
    await requireConfirmation(services, caller, request)
    await approveDevice(services, { caller, network: clientNetwork(request), ...body })
    return { message: 'Connected. The program goes on by itself.' }
  })

  bindEndpoint(app, endpoints.denyDevice, async ({ caller, body, request }) => {
    await denyDevice(services, { caller, network: clientNetwork(request), ...body })
    return { message: 'Not connected.' }
  })

  bindEndpoint(app, endpoints.revokeApiKey, async ({ caller, params }) => {
    await revokeApiKey(services, caller, params.id)
    return { message: 'The API key has been revoked.' }
  })
}
