import { createDecipheriv, createSecretKey, timingSafeEqual } from 'node:crypto'
import { createChunkNonces, deriveContentSecrets } from './content-secrets.ts'
import {
  chunkCount,
  chunkLength,
  preambleLength,
  saltLength,
  sealedChunkLength,
  sealedLength,
  sealedRange,
  tagLength,
} from './content-sizes.ts'

/** Sealed bytes that are not what was sealed: altered, cut, moved, or opened with the wrong key. */
export class ContentDamaged extends Error {
  override readonly name = 'ContentDamaged'
}

export type Opener = {
  /**
   * Authenticates and opens one sealed chunk. A chunk is the last one exactly when it is short.
   * @throws ContentDamaged
   */
  openChunk(index: number, sealed: Uint8Array, isLast: boolean): Uint8Array
}

/**
 * Prepares to open a Cobblestone-256 message.
 * @param preamble the message's first 56 bytes
 * @throws ContentDamaged when the message was not sealed with this key and context
 */
export function createOpener(key: Uint8Array, context: Uint8Array, preamble: Uint8Array): Opener {
  if (preamble.length !== preambleLength) throw new ContentDamaged('the message is too short')
  const secrets = deriveContentSecrets(key, preamble.subarray(0, saltLength), context)
  if (!timingSafeEqual(secrets.commitment, preamble.subarray(saltLength))) {
    throw new ContentDamaged('the message was sealed with another key or context')
  }
  const chunkKey = createSecretKey(secrets.key)
  const chunkNonce = createChunkNonces(secrets.baseNonce)
  return {
    openChunk(index, sealed, isLast) {
      const length = sealed.length - tagLength
      if (length < 0 || (isLast ? length >= chunkLength : length !== chunkLength)) {
        throw new ContentDamaged(`chunk ${index} has a wrong length`)
      }
      const decipher = createDecipheriv('aes-256-gcm', chunkKey, chunkNonce(index))
      const plain = decipher.update(sealed.subarray(0, length))
      decipher.setAuthTag(sealed.subarray(length))
      try {
        decipher.final()
      } catch (cause) {
        throw new ContentDamaged(`chunk ${index} failed its authentication`, { cause })
      }
      return plain
    },
  }
}

/** Plaintext bytes `start` to `end` (exclusive) of a message of `plainLength` bytes. */
export type PlainRange = { plainLength: number; start: number; end: number }

/**
 * Opens part of a message. `sealed` gives the bytes that sealedRange names, in pieces of any size; what comes
 * out are batches of plaintext, about one for each piece, every chunk authenticated before a byte of it leaves.
 * Bytes beyond the message are the caller's to notice: it compares the stored size with sealedLength.
 * @throws ContentDamaged
 */
export async function* openRange(
  sealed: AsyncIterable<Uint8Array>,
  opener: Opener,
  { plainLength, start, end }: PlainRange,
): AsyncGenerator<Uint8Array[]> {
  const range = sealedRange(plainLength, start, end)
  const lastIndex = chunkCount(plainLength) - 1
  let index = (range.start - preambleLength) / sealedChunkLength
  let left = range.end - range.start
  let carried: Uint8Array = new Uint8Array(0)

  function openNext(chunk: Uint8Array): Uint8Array {
    const plain = opener.openChunk(index, chunk, index === lastIndex)
    const offset = index * chunkLength
    index += 1
    const from = Math.max(0, start - offset)
    const to = Math.min(plain.length, end - offset)
    return from === 0 && to === plain.length ? plain : plain.subarray(from, Math.max(from, to))
  }

  for await (const piece of sealed) {
    const batch: Uint8Array[] = []
    let at = 0
    while (at < piece.length && left > 0) {
      const wanted = Math.min(sealedChunkLength, left) - carried.length
      const taken = piece.subarray(at, at + wanted)
      at += taken.length
      if (taken.length < wanted) {
        carried = Buffer.concat([carried, taken])
        break
      }
      const chunk = carried.length === 0 ? taken : Buffer.concat([carried, taken])
      carried = new Uint8Array(0)
      left -= chunk.length
      const plain = openNext(chunk)
      if (plain.length > 0) batch.push(plain)
    }
    if (batch.length > 0) yield batch
    if (left === 0) return
  }
  throw new ContentDamaged(`the message ends ${left - carried.length} bytes early`)
}

/** Plaintext length of a message of `length` bytes. @throws ContentDamaged for a length no message has */
export function plainLengthOf(length: number): number {
  const chunks = Math.floor((length - preambleLength) / sealedChunkLength) + 1
  const plain = length - preambleLength - tagLength * chunks
  if (plain < 0 || sealedLength(plain) !== length) throw new ContentDamaged('no message has this length')
  return plain
}
