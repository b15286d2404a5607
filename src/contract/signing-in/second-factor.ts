import * as z from 'zod/mini'
import { authReply } from '../accounts/accounts.ts'
import { time } from '../transfers/files.ts'
import { passkeyAssertion, passkeyRequestOptions } from './passkeys.ts'

const success = z.literal(true)

const secondFactorMethod = z.enum(['totp', 'passkey', 'recovery'])
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>

/** The password was right, and a second factor is wanted with this challenge. */
export const secondFactorDue = z.object({
  success,
  secondFactor: z.object({
    challenge: z.string(),
    methods: z.array(secondFactorMethod),
    expiresAt: time,
    /** For a passkey of this person, which answers to the same challenge; where the methods name it. */
    passkey: z.optional(passkeyRequestOptions),
  }),
})
export type SecondFactorDue = z.infer<typeof secondFactorDue>

export const loginReply = z.union([authReply, secondFactorDue])
export type LoginReply = z.infer<typeof loginReply>

const challenge = z.string().check(z.maxLength(100))

const codeRequest = z.strictObject({
  challenge,
  method: z.enum(['totp', 'recovery']),
  code: z.string().check(z.maxLength(100)),
})
export type CodeRequest = z.output<typeof codeRequest>

const passkeyRequest = z.strictObject({
  challenge,
  method: z.literal('passkey'),
  response: passkeyAssertion,
})
export type PasskeyRequest = z.output<typeof passkeyRequest>

export const secondFactorRequest = z.union([codeRequest, passkeyRequest])

/** How an account is protected beside its password. */
export const security = z.object({
  totp: z.nullable(z.object({ since: time })),
  recoveryCodes: z.object({ left: z.int(), total: z.int(), lastUsedAt: z.nullable(time) }),
  /** Whether this service wants a second factor of this person, and from when on, if they have none. */
  required: z.boolean(),
  dueAt: z.nullable(time),
})
export type Security = z.infer<typeof security>

/** For an authenticator app, shown until it is confirmed by a code, and never again. */
export const totpReply = z.object({ success, secret: z.string(), uri: z.string() })

export const totpConfirmRequest = z.strictObject({ code: z.string().check(z.maxLength(20)) })

/** Shown this once. */
export const recoveryCodesReply = z.object({ success, codes: z.array(z.string()) })
