import * as z from 'zod/mini'
import { fileId, time } from '../transfers/files.ts'
import { accountLengths } from '../transfers/limits.ts'
import { mlKemAlgorithms, rsaKeys } from './key-algorithms.ts'

export const mlKemAlgorithm = z.enum(mlKemAlgorithms.map(({ value }) => value))
export type MlKemAlgorithm = z.infer<typeof mlKemAlgorithm>

/** The RSA pair is made in the browser, and its private half reaches the server encrypted. */
export const keyAlgorithm = z.enum(['rsa', ...mlKemAlgorithms.map(({ value }) => value)])
export type KeyAlgorithm = z.infer<typeof keyAlgorithm>

const keyPassword = z.string().check(z.maxLength(accountLengths.password.most))
const base64 = z.base64().check(z.maxLength(8192))

/** A person's own key pair, as far as it is told. */
const keyInfo = z.object({
  algorithm: keyAlgorithm,
  /** SubjectPublicKeyInfo in DER, as base64. */
  public_key: z.string(),
  /** SHA-256 of the public key's DER, in hexadecimal. */
  fingerprint: z.string(),
  /** Its first 64 bits as eight English words, to be compared by people. */
  words: z.array(z.string()),
  createdAt: time,
})

/** An RSA pair has its sealed private key as well: salt, nonce and ciphertext in base64, and the iterations. */
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

export const storeKeyRequest = z.object({
  keyType: z.literal('rsa'),
  /** SubjectPublicKeyInfo in DER, as base64. */
  publicKey: base64,
  ...encryptedPrivateKey,
})
export type StoreKeyRequest = z.infer<typeof storeKeyRequest>

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
