/** Bytes in memory of their own, as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Argon2id (RFC 9106, version 1.3, one lane, 32 bytes): `memory` in KiB, `passes` over it. */
export type PasswordCost = { readonly memory: number; readonly passes: number }

/** AES-256-GCM under one key. No nonce may be used twice; the caller sees to it. */
export type GcmKey = {
  /** Ciphertext, then the tag of 16 bytes. */
  seal(nonce: Bytes, plain: Bytes, associated?: Bytes): Promise<Bytes>
  /** Undefined for bytes that are not authentic. */
  open(nonce: Bytes, sealed: Bytes, associated?: Bytes): Promise<Bytes | undefined>
}

/** All cryptography that the format needs. The drivers: browsers have `webPrimitives`, programs have `nodePrimitives`. */
export type Primitives = {
  random(length: number): Bytes
  sha256(bytes: Bytes): Promise<Bytes>
  hmacSha512(key: Bytes, message: Bytes): Promise<Bytes>
  argon2id(password: Bytes, salt: Bytes, cost: PasswordCost): Promise<Bytes>
  /** A key of 32 bytes. */
  aesGcm(key: Bytes): Promise<GcmKey>
  /** Frees buffers that are not read any more, where they would lie in memory for long. */
  release(buffers: readonly Bytes[]): void
}

/**
 * X-Wing (draft-connolly-cfrg-xwing-kem-08): ML-KEM-768 and X25519 in one. Apart from `Primitives`, because few need it: the
 * drivers are `webXWing` and `nodeXWing`.
 */
export type XWing = {
  /** The public half (1216 bytes) of a seed (32 bytes), which is the private half. */
  publicKeyOf(seed: Bytes): Promise<Bytes>
  /** A fresh secret of 32 bytes, and the ciphertext (1120 bytes) that brings it to the holder of the key. @throws Error for no key */
  encapsulate(publicKey: Bytes): Promise<{ readonly secret: Bytes; readonly ciphertext: Bytes }>
  /** With another seed than the one it was made for it is another secret, without a word. @throws Error for no ciphertext */
  decapsulate(seed: Bytes, ciphertext: Bytes): Promise<Bytes>
}

/** HKDF-Expand with SHA-512 (RFC 5869). WebCrypto's HKDF always extracts first, hence HMAC. */
export async function expand(
  primitives: Primitives,
  key: Bytes,
  info: Bytes,
  length: number,
): Promise<Bytes> {
  const output = new Uint8Array(length)
  let block: Bytes = new Uint8Array(0)
  for (let at = 0, count = 1; at < length; at += block.length, count += 1) {
    block = await primitives.hmacSha512(key, join([block, info, Uint8Array.of(count)]))
    output.set(block.subarray(0, length - at), at)
  }
  return output
}

/** HKDF-SHA-512 without salt, 32 bytes. */
export async function derive(primitives: Primitives, secret: Bytes, info: Bytes): Promise<Bytes> {
  return expand(primitives, await primitives.hmacSha512(new Uint8Array(64), secret), info, 32)
}

export function join(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Compares secrets without leaving early. */
export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at += 1) difference |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return difference === 0
}

const encoder = new TextEncoder()

export function utf8(text: string): Bytes {
  return encoder.encode(text)
}
