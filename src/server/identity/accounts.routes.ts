import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bearerHash } from '#server/identity/calls/authenticate.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { findInvitation } from './accounts/invitations.ts'
import { verifyEmail } from './accounts/verify-email.ts'
import { forgotPassword } from './sign-in/passwords/forgot-password.ts'
import { resetPassword } from './sign-in/passwords/reset-password.ts'
import { signIn } from './sign-in/passwords/sign-in.ts'
import { registerUser } from './sign-in/register-user.ts'
import { deviceLabel } from './sign-in/sessions/device-label.ts'
import { refreshSession } from './sign-in/sessions/refresh-session.ts'
import { signOut } from './sign-in/sessions/sessions.ts'
import { consumeSignInLimit } from './sign-in/tries/sign-in-limits.ts'

/** The calls about accounts and sessions. */
export function accountsRoutes(app: FastifyInstance, services: Services): void {
  bindEndpoint(app, endpoints.register, ({ body, request }) =>
    registerUser(services, body, clientAddress(request)),
  )

  bindEndpoint(app, endpoints.findInvitation, async ({ body, request }) => {
    await consumeSignInLimit(services, clientAddress(request))
    const { email, expires_at } = await findInvitation(services, body.invitation)
    return { email, expiresAt: new Date(expires_at).toISOString() }
  })

  bindEndpoint(app, endpoints.login, ({ body, request }) =>
    signIn(services, {
      name: body.username,
      password: body.password,
      remember: body.rememberMe ?? false,
      address: clientAddress(request),
      device: deviceLabel(request.headers['user-agent']),
    }),
  )

  bindEndpoint(app, endpoints.currentUser, async ({ caller }) => ({ user: caller }))

  bindEndpoint(app, endpoints.refresh, ({ body }) => refreshSession(services, body.refreshToken))

  bindEndpoint(app, endpoints.logout, async ({ body, request }) => {
    await signOut(services, { accessHash: bearerHash(request), refreshToken: body.refreshToken })
    return { message: 'Signed out.' }
  })

  bindEndpoint(app, endpoints.forgotPassword, async ({ body, request }) => {
    await forgotPassword(services, body.email, clientAddress(request))
    return { message: 'If this address has an account, a mail with a link is on its way.' }
  })

  bindEndpoint(app, endpoints.resetPassword, async ({ body }) => {
    const accessEnded = await resetPassword(services, body.token, body.password)
    return { message: 'Your password has been changed. Please sign in.', ...(accessEnded && { accessEnded }) }
  })

  bindEndpoint(app, endpoints.verifyEmail, async ({ body, request }) => {
    await consumeSignInLimit(services, clientAddress(request))
    await verifyEmail(services, body.token)
    return { message: 'Your email address has been confirmed.' }
  })
}
