import * as z from 'zod/mini'
import {
  authReply,
  forgotPasswordRequest,
  loginRequest,
  logoutRequest,
  refreshRequest,
  registerReply,
  registerRequest,
  resetPasswordReply,
  resetPasswordRequest,
  user,
} from '../accounts/accounts.ts'
import { findInvitationReply, findInvitationRequest } from '../accounts/invitations.ts'
import { type RouteName, routes } from '../routes.ts'
import {
  oidcCallbackQuery,
  oidcExchangeReply,
  oidcExchangeRequest,
  oidcStartQuery,
  verifyEmailRequest,
} from '../signing-in/identities.ts'
import { passkeyOptionsReply, passkeyOptionsRequest, passkeySignInRequest } from '../signing-in/passkeys.ts'
import { loginReply, secondFactorRequest } from '../signing-in/second-factor.ts'
import { done, type Endpoint, success } from './endpoint.ts'

/** Calls that open, continue and end a session. */
export const signInEndpoints = {
  register: {
    ...routes.register,
    summary: 'Creates an account.',
    body: registerRequest,
    reply: registerReply,
    status: 201,
  },
  findInvitation: {
    ...routes.findInvitation,
    summary: 'Returns the address that an invitation is for.',
    body: findInvitationRequest,
    reply: findInvitationReply,
  },
  login: { ...routes.login, summary: 'Signs in with a password.', body: loginRequest, reply: loginReply },
  secondFactor: {
    ...routes.secondFactor,
    summary: 'Completes a sign-in with a second factor.',
    body: secondFactorRequest,
    reply: authReply,
  },
  passkeyOptions: {
    ...routes.passkeyOptions,
    summary: 'Issues a passkey challenge, to sign in or to confirm the identity of a signed-in caller.',
    body: passkeyOptionsRequest,
    reply: passkeyOptionsReply,
  },
  signInWithPasskey: {
    ...routes.signInWithPasskey,
    summary: 'Signs in with a passkey.',
    body: passkeySignInRequest,
    reply: authReply,
  },
  currentUser: {
    ...routes.currentUser,
    summary: 'Returns the signed-in user.',
    reply: z.object({ success, user }),
  },
  refresh: { ...routes.refresh, summary: 'Refreshes a session.', body: refreshRequest, reply: authReply },
  logout: { ...routes.logout, summary: 'Signs out.', body: logoutRequest, reply: done },
  forgotPassword: {
    ...routes.forgotPassword,
    summary: 'Emails a password reset link if the address has an account.',
    body: forgotPasswordRequest,
    reply: done,
  },
  resetPassword: {
    ...routes.resetPassword,
    summary: 'Sets a new password with a reset link.',
    body: resetPasswordRequest,
    reply: resetPasswordReply,
  },

  oidcStart: {
    ...routes.oidcStart,
    summary: 'Redirects a browser to the identity provider.',
    query: oidcStartQuery,
    status: 303,
  },
  oidcCallback: {
    ...routes.oidcCallback,
    summary: 'Receives a browser from the identity provider.',
    query: oidcCallbackQuery,
    status: 303,
  },
  oidcExchange: {
    ...routes.oidcExchange,
    summary: 'Exchanges the code of a sign-in at the identity provider for a session.',
    body: oidcExchangeRequest,
    reply: oidcExchangeReply,
  },
  verifyEmail: {
    ...routes.verifyEmail,
    summary: 'Confirms an email address with a mailed token.',
    body: verifyEmailRequest,
    reply: done,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
