/** Sizes in bytes, of a key, a nonce and a tag. */
export const keyLength = 32
export const nonceLength = 12
export const tagLength = 16

/**
 * AES-256-GCM under one key, for any number of messages, each with a nonce of its own: with nothing made or copied for a
 * message, because content has one for each 16 KiB. Input and output are separate memory; ranges outside of them are a
 * RangeError. Not for keys that seal two messages with one nonce: nothing here counts them.
 */
export type Gcm = {
  /** Begins a message. One that was begun before and not ended is given up. */
  begin(nonce: Uint8Array): void
  /** Encrypts the bytes `from` to `to` of the input, as the next of the message, to `at` in the output. */
  encrypt(input: Uint8Array, from: number, to: number, output: Uint8Array, at: number): void
  /** Ends the message with its tag of 16 bytes. */
  end(output: Uint8Array, at: number): void
  /**
   * Decrypts a whole message: the bytes `from` to `to` of the input, whose last 16 are its tag. Returns whether it is
   * authentic; where it is not, zeros are what the output gets.
   */
  open(
    nonce: Uint8Array,
    input: Uint8Array,
    from: number,
    to: number,
    output: Uint8Array,
    at: number,
  ): boolean
  /** Wipes the key. May be repeated; nothing else may be called afterwards. */
  [Symbol.dispose](): void
}

/** One way to compute it. The two, and when each is used: docs/decisions/0016-openssl-through-ffi.md. */
export type GcmDriver = {
  readonly name: 'openssl' | 'node:crypto'
  /** @throws RangeError for a key that is not 32 bytes */
  create(key: Uint8Array): Gcm
  /** Overwrites a key that is no longer needed. */
  wipe(key: Uint8Array): void
}

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
  // guard: ranges of memory that only an address is given of -> src/crypto/aes-gcm/aes-gcm.test.ts "node:crypto: ranges outside"
  //   drops && to <= memory.length
  if (!(from >= 0 && from <= to && to <= memory.length)) {
    throw new RangeError(`bytes ${from} to ${to} are not all in ${memory.length}`)
  }
}
