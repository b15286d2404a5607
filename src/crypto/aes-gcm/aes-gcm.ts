import { createNodeGcm } from './node-gcm.ts'
import { loadOpensslGcm } from './openssl-gcm.ts'

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
  /** Overwrites a key that nobody needs any more. */
  wipe(key: Uint8Array): void
}

export const nodeGcm: GcmDriver = {
  name: 'node:crypto',
  create: createNodeGcm,
  wipe: (key) => key.fill(0),
}

/** OpenSSL in this process without the detours of node:crypto; undefined where it cannot be reached. */
export const opensslGcm: GcmDriver | undefined = loadOpensslGcm()

/** The faster driver that there is. */
export const gcm: GcmDriver = opensslGcm ?? nodeGcm
