import * as z from 'zod/mini'
import { codeVerifier } from '../signing-in/code-verifier.ts'
import { apiKeyLimits } from '../signing-in/limits.ts'
import { passkeyProof } from '../signing-in/passkeys.ts'
import { randomId, time } from '../transfers/files.ts'
import { scopes } from './scopes.ts'

export const apiKeyId = randomId

const scope = z.enum(scopes)

export const createApiKeyRequest = z.strictObject({
  name: z.string().check(z.trim(), z.regex(/^\P{Cc}*$/u), z.minLength(1), z.maxLength(apiKeyLimits.name)),
  scopes: z.array(scope).check(
    z.minLength(1),
    z.maxLength(scopes.length),
    z.refine((list) => new Set(list).size === list.length, 'has something twice'),
  ),
  /** Null: until it is revoked. */
  expiresAt: z.nullable(time),
  /** Addresses and networks, such as 10.0.0.0/8, from which it works; none: from everywhere. */
  networks: z.array(z.string().check(z.trim(), z.maxLength(50))).check(z.maxLength(apiKeyLimits.networks)),
})
export type CreateApiKeyRequest = z.output<typeof createApiKeyRequest>

export const apiKey = z.object({
  id: apiKeyId,
  name: z.string(),
  /** Its first characters, by which its owner recognizes it. */
  hint: z.string(),
  scopes: z.array(scope),
  networks: z.array(z.string()),
  createdAt: time,
  /** Null: until it is revoked. */
  expiresAt: z.nullable(time),
  /** Accurate to a few minutes; null before the first call. */
  lastUsedAt: z.nullable(time),
})
export type ApiKey = z.infer<typeof apiKey>

/** The key itself is in no other answer. */
export const createApiKeyReply = z.object({ success: z.literal(true), apiKey, key: z.string() })

/**
 * Shows who one is again, before something that opens the account is changed: with the password, a passkey, or a
 * connected sign-in whose code came back for this (see identities.ts).
 */
export const confirmRequest = z.union([
  z.strictObject({ currentPassword: z.string().check(z.maxLength(1024)) }),
  passkeyProof,
  z.strictObject({ oidcCode: z.string().check(z.maxLength(100)), verifier: codeVerifier }),
])

/** Goes with the calls that want it, in the header `X-Confirmation`. */
export const confirmReply = z.object({
  success: z.literal(true),
  confirmation: z.string(),
  /** Milliseconds from now. */
  expiresIn: z.int(),
})
