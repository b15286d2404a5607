import { type CipherGCM, createCipheriv, createSecretKey, randomBytes } from 'node:crypto'
import { createChunkNonces, deriveContentSecrets } from './content-secrets.ts'
import { chunkLength, saltLength } from './content-sizes.ts'

/** Seals one message as its bytes come. What the calls return, in order, is the message. */
export type Sealer = {
  /** Salt and commitment: the first bytes of the message. */
  readonly preamble: Uint8Array
  /** Seals a piece of any size. The piece is done with when this returns. */
  update(piece: Uint8Array): Uint8Array[]
  /** Ends the message. Nothing can be sealed after it. */
  final(): Uint8Array[]
}

/** Starts a Cobblestone-256 message under a fresh random salt. `key` has 32 bytes. */
export function createSealer(key: Uint8Array, context: Uint8Array): Sealer {
  return createSealerWithSalt(key, context, randomBytes(saltLength))
}

/**
 * Only for reproducing published messages: a salt must never be used twice with one key.
 * Everything else calls createSealer.
 */
export function createSealerWithSalt(key: Uint8Array, context: Uint8Array, salt: Uint8Array): Sealer {
  const secrets = deriveContentSecrets(key, salt, context)
  const chunkKey = createSecretKey(secrets.key)
  const chunkNonce = createChunkNonces(secrets.baseNonce)
  let index = 0
  let room = chunkLength
  let ended = false
  let cipher = openChunk()

  function openChunk(): CipherGCM {
    return createCipheriv('aes-256-gcm', chunkKey, chunkNonce(index))
  }
  function closeChunk(sealed: Uint8Array[]) {
    const rest = cipher.final()
    if (rest.length > 0) sealed.push(rest)
    sealed.push(cipher.getAuthTag())
  }
  return {
    preamble: Buffer.concat([salt, secrets.commitment]),
    update(piece) {
      if (ended) throw new Error('the message has ended')
      const sealed: Uint8Array[] = []
      let from = 0
      while (piece.length - from >= room) {
        sealed.push(cipher.update(piece.subarray(from, from + room)))
        from += room
        closeChunk(sealed)
        index += 1
        room = chunkLength
        cipher = openChunk()
      }
      if (from < piece.length) {
        sealed.push(cipher.update(from === 0 ? piece : piece.subarray(from)))
        room -= piece.length - from
      }
      return sealed
    },
    final() {
      if (ended) throw new Error('the message has ended')
      ended = true
      const sealed: Uint8Array[] = []
      closeChunk(sealed)
      return sealed
    },
  }
}
