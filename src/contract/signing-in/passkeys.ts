import * as z from 'zod/mini'
import { typedName } from '../accounts/accounts.ts'
import { randomId, time } from '../transfers/files.ts'
import { passkeyLimits } from './limits.ts'

const success = z.literal(true)

/** Base64url, as browsers write what authenticators give. Generous, so that no authenticator is kept out. */
function bytes(maxLength: number) {
  return z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]+$/))
}

const credentialId = bytes(1400)
const clientDataJSON = bytes(4000)
const challengeId = z.string().check(z.maxLength(100))
const credentialType = z.literal('public-key')

/** How a browser reaches an authenticator. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const credential = z.object({
  id: z.string(),
  type: credentialType,
  transports: z.array(z.enum(passkeyTransports)),
})

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Empty: any passkey of this service that the device knows. */
  allowCredentials: z.array(credential),
  userVerification: z.literal('required'),
  /** Milliseconds. */
  timeout: z.int(),
})
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
const passkeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.int() })),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  /** Milliseconds. */
  timeout: z.int(),
})
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>

/** A passkey's answer to a challenge; unneeded members are dropped. */
export const passkeyAssertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    authenticatorData: bytes(4000),
    clientDataJSON,
    signature: bytes(2000),
    userHandle: z.optional(z.string().check(z.maxLength(100))),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** An authenticator's answer after creating a passkey. */
const passkeyAttestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    attestationObject: bytes(20_000),
    clientDataJSON,
    transports: z.optional(z.array(z.string().check(z.maxLength(50))).check(z.maxLength(20))),
  }),
})
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>

export const passkeyOptionsRequest = z.strictObject({
  username: z.optional(typedName),
})

/** The challenge is good for one try. */
export const passkeyOptionsReply = z.object({
  success,
  challengeId: z.string(),
  options: passkeyRequestOptions,
})

/** A passkey's answer to the challenge of an earlier call. */
export const passkeyProof = z.strictObject({ challengeId, response: passkeyAssertion })
export type PasskeyProof = z.infer<typeof passkeyProof>

export const passkeySignInRequest = z.strictObject({
  challengeId,
  response: passkeyAssertion,
  rememberMe: z.optional(z.boolean()),
})
export type PasskeySignInRequest = z.infer<typeof passkeySignInRequest>

export const passkeyId = randomId

export const passkey = z.object({
  id: passkeyId,
  /** Empty when neither its owner nor their browser has named it. */
  name: z.string(),
  /** Whether it is on more than one device; otherwise it is bound to the one that made it. */
  synced: z.boolean(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
})
export type Passkey = z.infer<typeof passkey>

export const passkeysReply = z.object({ success, passkeys: z.array(passkey) })

export const newPasskeyOptionsReply = z.object({
  success,
  challengeId: z.string(),
  options: passkeyCreationOptions,
})

export const addPasskeyRequest = z.strictObject({ challengeId, response: passkeyAttestation })
export type AddPasskeyRequest = z.infer<typeof addPasskeyRequest>

/** The recovery codes come with the first second factor of an account, and are shown this once. */
export const addPasskeyReply = z.object({ success, passkey, codes: z.nullable(z.array(z.string())) })

export const renamePasskeyRequest = z.strictObject({
  name: z.string().check(z.trim(), z.regex(/^\P{Cc}*$/u), z.minLength(1), z.maxLength(passkeyLimits.name)),
})
