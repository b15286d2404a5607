/** Sizes in bytes, of a key, a nonce and a tag. */
export const keyLength = 32
export const nonceLength = 12
export const tagLength = 16

/** @throws RangeError for a key that is not 32 bytes */
export function requireKey(key: Uint8Array): void {
  if (key.length !== keyLength) throw new RangeError('a key of AES-256 has 32 bytes')
}

/** @throws RangeError for a nonce that is not 12 bytes */
export function requireNonce(nonce: Uint8Array): void {
  if (nonce.length !== nonceLength) throw new RangeError('a nonce has 12 bytes')
}

/** @throws RangeError unless the bytes from `from` to `to` are in the memory */
export function requireRange(memory: Uint8Array, from: number, to: number): void {
  if (!(from >= 0 && from <= to && to <= memory.length)) {
    throw new RangeError(`bytes ${from} to ${to} are not all in ${memory.length}`)
  }
}
