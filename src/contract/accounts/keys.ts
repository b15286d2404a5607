import * as z from 'zod/mini'
import { fileId, time } from '../transfers/files.ts'
import { accountLengths } from '../transfers/limits.ts'
import { mlKemAlgorithms, rsaKeys } from './key-algorithms.ts'

export const mlKemAlgorithm = z.enum(mlKemAlgorithms.map(({ value }) => value))
export type MlKemAlgorithm = z.infer<typeof mlKemAlgorithm>

/** Pairs of RSA and X-Wing are made in the browser; their private halves reach the server encrypted, if at all. */
export const keyAlgorithm = z.enum(['rsa', 'x-wing', ...mlKemAlgorithms.map(({ value }) => value)])
export type KeyAlgorithm = z.infer<typeof keyAlgorithm>
/** Leaves out the pairs that are made and used in browsers alone. */
export type ServiceKeyAlgorithm = Exclude<KeyAlgorithm, 'x-wing'>

const keyPassword = z.string().check(z.maxLength(accountLengths.password.most))
const base64 = z.base64().check(z.maxLength(8192))

/** A person's own key pair, as far as it is told. */
const keyInfo = z.object({
  algorithm: keyAlgorithm,
  /** SubjectPublicKeyInfo in DER, as base64; of X-Wing its 1216 bytes. */
  public_key: z.string(),
  /** SHA-256 of the public key's DER, in hexadecimal; of X-Wing as docs/end-to-end.md says. */
  fingerprint: z.string(),
  /** Its first 64 bits as eight English words, to be compared by people. */
  words: z.array(z.string()),
  createdAt: time,
})

/**
 * An RSA pair has its sealed private key as well: salt, nonce and ciphertext in base64, and the iterations. So has one of X-Wing
 * whose person keeps it here.
 */
export const ownKey = z.extend(keyInfo, {
  encryptedPrivateKey: z.optional(z.string()),
  iterations: z.optional(z.int()),
})
export type OwnKey = z.infer<typeof ownKey>

export const generateKeyRequest = z.object({ algorithm: mlKemAlgorithm, password: keyPassword })

export const generatedKey = z.extend(keyInfo, {
  algorithm: mlKemAlgorithm,
  securityInfo: z.object({ securityLevel: z.int(), description: z.string() }),
})
export type GeneratedKey = z.infer<typeof generatedKey>

const iterations = z.int().check(z.minimum(rsaKeys.iterations.default), z.maximum(rsaKeys.iterations.most))

/** The private half of an RSA pair: salt, nonce and ciphertext in one, as base64. */
const encryptedPrivateKey = { encryptedPrivateKey: base64, iterations: z.optional(iterations) }

export const storeKeyRequest = z.discriminatedUnion('keyType', [
  z.object({
    keyType: z.literal('rsa'),
    /** SubjectPublicKeyInfo in DER, as base64. */
    publicKey: base64,
    ...encryptedPrivateKey,
  }),
  z.object({
    keyType: z.literal('x-wing'),
    /** 1216 bytes, as base64. */
    publicKey: base64,
    /** The seed, sealed in the browser (82 bytes, as base64); left out where its person keeps it alone. */
    encryptedPrivateKey: z.optional(base64),
  }),
])
type StoreKeyRequest = z.infer<typeof storeKeyRequest>
export type StoreRsaKey = Extract<StoreKeyRequest, { keyType: 'rsa' }>
export type StoreXWingKey = Extract<StoreKeyRequest, { keyType: 'x-wing' }>

/** A new key password of an RSA pair: the browser has encrypted its private half anew. */
export const replacePrivateKeyRequest = z.object(encryptedPrivateKey)

export const changeKeyPasswordRequest = z.object({ currentPassword: keyPassword, newPassword: keyPassword })

/** Effect of deleting a key pair on the files that are locked with it. */
export const keyFiles = z.object({
  /** Files that only this pair opens: they are deleted with it. The first hundred, soonest to expire first. */
  lost: z.array(z.object({ id: fileId, filename: z.string(), expiresAt: time })),
  lostCount: z.int(),
  /** How many still open with their file password. */
  keptCount: z.int(),
})
export type KeyFiles = z.infer<typeof keyFiles>
