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
    summary: 'Opens an account.',
    body: registerRequest,
    reply: registerReply,
    status: 201,
  },
  login: { ...routes.login, summary: 'Signs in.', body: loginRequest, reply: loginReply },
  secondFactor: {
    ...routes.secondFactor,
    summary: 'Brings the second factor after the password.',
    body: secondFactorRequest,
    reply: authReply,
  },
  passkeyOptions: {
    ...routes.passkeyOptions,
    summary:
      'Issues a challenge for a passkey: to sign in, or for someone who is signed in to confirm who they are.',
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
    summary: 'Mails a link that sets a new password, if the address has an account.',
    body: forgotPasswordRequest,
    reply: done,
  },
  resetPassword: {
    ...routes.resetPassword,
    summary: 'Sets a new password with such a link.',
    body: resetPasswordRequest,
    reply: resetPasswordReply,
  },

  oidcStart: {
    ...routes.oidcStart,
    summary: 'Sends a browser to the identity provider.',
    query: oidcStartQuery,
    status: 303,
  },
  oidcCallback: {
    ...routes.oidcCallback,
    summary: 'Takes a browser back from the identity provider.',
    query: oidcCallbackQuery,
    status: 303,
  },
  oidcExchange: {
    ...routes.oidcExchange,
    summary: 'Opens a session with the code of a sign-in at the identity provider.',
    body: oidcExchangeRequest,
    reply: oidcExchangeReply,
  },
  verifyEmail: {
    ...routes.verifyEmail,
    summary: 'Confirms an email address with the token that was mailed to it.',
    body: verifyEmailRequest,
    reply: done,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
