import * as z from 'zod/mini'
import { authReply } from '../accounts/accounts.ts'
import { language, randomId, time } from '../transfers/files.ts'
import { codeVerifier } from './code-verifier.ts'
import { secondFactorDue } from './second-factor.ts'

const success = z.literal(true)
const code = z.string().check(z.maxLength(100))

/** Purpose of a sign-in at the provider: a session, another way to sign in, or a fresh confirmation. */
const oidcPurposes = ['sign-in', 'connect', 'confirm'] as const
const purpose = z.enum(oidcPurposes)
export type OidcPurpose = z.infer<typeof purpose>

/**
 * `challenge`: SHA-256 of the page's verifier, url-safe. The returned code is useless without that verifier, so a link with
 * another person's code signs no one in.
 */
export const oidcStartQuery = z.object({
  purpose: z._default(purpose, 'sign-in'),
  redirect: z.optional(z.string().check(z.maxLength(2000))),
  challenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
})

/** The provider's parameters are validated by the sign-in they belong to. */
export const oidcCallbackQuery = z.looseObject({})

export const oidcExchangeRequest = z.strictObject({
  code,
  verifier: codeVerifier,
  rememberMe: z.optional(z.boolean()),
  /** Language of the page, for an account that is created. */
  language: z.optional(language),
})

/** An account with this address exists: this code connects it, after one sign-in to that account. */
const connectDue = z.object({
  success,
  connect: z.object({ code: z.string(), expiresAt: time }),
})

export const oidcExchangeReply = z.union([authReply, secondFactorDue, connectDue])
export type OidcExchangeReply = z.infer<typeof oidcExchangeReply>

export const identityId = randomId

/** Another account that signs a person in here. */
const identity = z.object({
  id: identityId,
  /** The operator's name for the provider; the host of a former one. */
  provider: z.string(),
  /** Whether it is the current provider. */
  current: z.boolean(),
  email: z.nullable(z.string()),
  connectedAt: time,
  lastUsedAt: z.nullable(time),
  /** Whether the account can do without it. */
  removable: z.boolean(),
})
export type Identity = z.infer<typeof identity>

export const identitiesReply = z.object({ success, identities: z.array(identity) })

/** The code of a sign-in for `connect` requires a fresh confirmation; one of `connectDue`, a session opened since. */
export const connectIdentityRequest = z.strictObject({ code, verifier: codeVerifier })
export const connectIdentityReply = z.object({ success, identity })

/** From the link in the mail. */
export const verifyEmailRequest = z.strictObject({ token: z.string().check(z.maxLength(100)) })
