import { randomBytes } from 'node:crypto'
import { gcm as fastest, type GcmDriver } from '../aes-gcm/aes-gcm.ts'
import { createChunkNonces, deriveContentSecrets } from './content-secrets.ts'
import { chunkLength, saltLength, tagLength } from './content-sizes.ts'

/**
 * Seals one message as its bytes come. The message is everything the calls return, in order. Each result is memory of its own.
 */
type Sealer = {
  /** Salt and commitment: the first bytes of the message. */
  readonly preamble: Uint8Array
  /** Seals a buffer of any size. The buffer is done with when this returns. */
  update(buffer: Uint8Array): Uint8Array
  /** Ends the message. Nothing can be sealed after it. */
  final(): Uint8Array
  /** Wipes the key, for a message that is given up; `final` does, too. May be repeated. */
  [Symbol.dispose](): void
}

/** Starts a Cobblestone-256 message under a fresh random salt. `key` has 32 bytes. */
export function createSealer(key: Uint8Array, context: Uint8Array, driver = fastest): Sealer {
  return createSealerWithSalt(key, context, randomBytes(saltLength), driver)
}

/**
 * Only for reproducing published messages: a salt must never be used twice with one key.
 * Everything else calls createSealer.
 */
export function createSealerWithSalt(
  key: Uint8Array,
  context: Uint8Array,
  salt: Uint8Array,
  driver: GcmDriver = fastest,
): Sealer {
  const secrets = deriveContentSecrets(key, salt, context)
  const chunkNonce = createChunkNonces(secrets.baseNonce)
  const gcm = driver.create(secrets.key)
  driver.wipe(secrets.key)
  let index = 0
  let room = chunkLength
  let ended = false
  gcm.begin(chunkNonce(index))

  return {
    preamble: Buffer.concat([salt, secrets.commitment]),
    update(buffer) {
      if (ended) throw new Error('the message has ended')
      const { length } = buffer
      const whole = Math.floor((chunkLength - room + length) / chunkLength)
      const sealed = Buffer.allocUnsafeSlow(length + whole * tagLength)
      let from = 0
      let at = 0
      while (length - from >= room) {
        gcm.encrypt(buffer, from, from + room, sealed, at)
        from += room
        at += room
        gcm.end(sealed, at)
        at += tagLength
        index += 1
        room = chunkLength
        gcm.begin(chunkNonce(index))
      }
      gcm.encrypt(buffer, from, length, sealed, at)
      room -= length - from
      return sealed
    },
    final() {
      if (ended) throw new Error('the message has ended')
      ended = true
      const sealed = Buffer.allocUnsafeSlow(tagLength)
      gcm.end(sealed, 0)
      gcm[Symbol.dispose]()
      return sealed
    },
    [Symbol.dispose]() {
      ended = true
      gcm[Symbol.dispose]()
    },
  }
}
