import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { requireConfirmation } from '../confirm/confirmations.ts'
import { describeSecurity } from '../factors/factors.ts'
import { renewRecoveryCodes } from '../factors/recovery-codes.ts'
import { removeTotp } from '../factors/remove-factor.ts'
import { deviceLabel } from '../sessions/device-label.ts'
import { bringPasskey } from './passkey-step.ts'
import { bringSecondFactor } from './sign-in-challenge.ts'
import { beginTotp, confirmTotp } from './totp.ts'

/** Calls about second factors: presenting one, and managing those of the caller's account. */
export function securityRoutes(app: FastifyInstance, services: Services): void {
  bindEndpoint(app, endpoints.secondFactor, ({ body, request }) => {
    const origin = { address: clientAddress(request), device: deviceOf(request) }
    return body.method === 'passkey'
      ? bringPasskey(services, body, origin)
      : bringSecondFactor(services, body, origin)
  })

  bindEndpoint(app, endpoints.security, async ({ caller }) => ({
    security: await describeSecurity(services, caller.id),
  }))

  bindEndpoint(app, endpoints.beginTotp, async ({ caller, request }) => {
    await requireConfirmation(services, caller, request)
    return beginTotp(services, caller)
  })

  bindEndpoint(app, endpoints.confirmTotp, async ({ caller, body, request }) => {
    await requireConfirmation(services, caller, request)
    return { codes: await confirmTotp(services, caller, body.code, deviceOf(request)) }
  })

  bindEndpoint(app, endpoints.removeTotp, async ({ caller, request }) => {
    await requireConfirmation(services, caller, request)
    await removeTotp(services, caller, deviceOf(request))
    return { message: 'Two-step sign-in is turned off.' }
  })

  bindEndpoint(app, endpoints.renewRecoveryCodes, async ({ caller, request }) => {
    await requireConfirmation(services, caller, request)
    return { codes: await renewRecoveryCodes(services, caller, deviceOf(request)) }
  })
}

function deviceOf(request: FastifyRequest): string {
  return deviceLabel(request.headers['user-agent'])
}
