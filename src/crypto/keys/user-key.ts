import { createPrivateKey, createPublicKey, decapsulate, encapsulate, randomBytes } from 'node:crypto'
import type { PasswordCost } from '../passwords/password-hash.ts'
import { newPasswordHead, passwordHeadLength, passwordSecret } from '../passwords/password-head.ts'
import { openKey, sealKey, WrongKey } from './sealed-key.ts'

/** The parameter sets of FIPS 203, by their names here: what OpenSSL calls them, and the length of a ciphertext. */
const parameterSets = {
  'ml-kem512': { keyType: 'ml-kem-512', ciphertextLength: 768 },
  'ml-kem768': { keyType: 'ml-kem-768', ciphertextLength: 1088 },
  'ml-kem1024': { keyType: 'ml-kem-1024', ciphertextLength: 1568 },
} as const

export type MlKemAlgorithm = keyof typeof parameterSets

/** The private half of a pair: d || z of FIPS 203, algorithm 16. */
const seedLength = 64

type MlKemPair = {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Buffer
  /** 64 bytes. */
  readonly seed: Buffer
}

/** Key pair of a sealed seed. It opens for no other. */
type SeedPlace = { readonly pairId: string; readonly publicKey: Uint8Array }

export function newMlKemPair(algorithm: MlKemAlgorithm): MlKemPair {
  const seed = randomBytes(seedLength)
  return { seed, publicKey: publicKeyOf(algorithm, seed) }
}

/** The public half that belongs to a seed: SubjectPublicKeyInfo, DER. @throws Error for a seed of another length */
export function publicKeyOf(algorithm: MlKemAlgorithm, seed: Uint8Array): Buffer {
  return createPublicKey(privateKey(algorithm, seed)).export({ type: 'spki', format: 'der' })
}

/** A fresh secret of 32 bytes for the holder of a public key, and the ciphertext that brings it to them. */
export function encapsulateTo(publicKey: Uint8Array): { secret: Buffer; ciphertext: Buffer } {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })
  const { sharedKey, ciphertext } = encapsulate(key)
  return { secret: sharedKey, ciphertext }
}

/**
 * The secret in a ciphertext. With another seed than the one it was made for it is a different secret, without a word.
 * @throws WrongKey for a ciphertext, Error for a seed, of another length
 */
export function decapsulateWith(algorithm: MlKemAlgorithm, seed: Uint8Array, ciphertext: Uint8Array): Buffer {
  if (ciphertext.length !== parameterSets[algorithm].ciphertextLength)
    throw new WrongKey('a ciphertext has another length')
  return decapsulate(privateKey(algorithm, seed), ciphertext)
}

export function ciphertextLength(algorithm: MlKemAlgorithm): number {
  return parameterSets[algorithm].ciphertextLength
}

/** Seals a seed under the pair key and the key password together. @throws PasswordWorkRefused */
export async function sealSeed(
  seed: Uint8Array,
  pairKey: Uint8Array,
  password: string,
  place: SeedPlace,
  cost: PasswordCost,
): Promise<Buffer> {
  const head = newPasswordHead(cost)
  const secret = await passwordSecret(pairKey, password, head)
  return Buffer.concat([head, sealKey(seed, secret, purpose, context(place, head))])
}

/** Opens what sealSeed made. @throws WrongKey for a wrong password or key, PasswordWorkRefused */
export async function openSeed(
  sealed: Uint8Array,
  pairKey: Uint8Array,
  password: string,
  place: SeedPlace,
): Promise<Buffer> {
  const head = sealed.subarray(0, passwordHeadLength)
  const secret = await passwordSecret(pairKey, password, head)
  return openKey(sealed.subarray(passwordHeadLength), secret, purpose, context(place, head), seedLength)
}

const purpose = 'restante/v1 seed'

function context({ pairId, publicKey }: SeedPlace, head: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`${purpose}\0`, 'ascii'),
    head,
    Buffer.from(`${pairId}\0`, 'utf8'),
    publicKey,
  ])
}

function privateKey(algorithm: MlKemAlgorithm, seed: Uint8Array) {
  return createPrivateKey({
    key: Buffer.from(seed),
    format: 'raw-seed',
    asymmetricKeyType: parameterSets[algorithm].keyType,
  })
}
