import { timingSafeEqual } from 'node:crypto'
import { gcm as fastest } from '../aes-gcm/aes-gcm.ts'
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

/** A message whose key and context are right. */
type Opener = {
  /** Begins to open chunks of it, any of them in any order. Dispose of it afterwards. */
  begin(): ChunkOpener
}

type ChunkOpener = {
  /**
   * Authenticates a sealed chunk, the bytes `from` to `to` of `sealed`, and writes what it holds to `at` in `plain`, which
   * gets nothing of a damaged one. A chunk is the last one exactly when it is short. Returns the number of bytes.
   * @throws ContentDamaged
   */
  open(
    index: number,
    isLast: boolean,
    sealed: Uint8Array,
    from: number,
    to: number,
    plain: Uint8Array,
    at: number,
  ): number
  /** Wipes the key. */
  [Symbol.dispose](): void
}

/**
 * Prepares to open a Cobblestone-256 message.
 * @param preamble the message's first 56 bytes
 * @throws ContentDamaged when the message was not sealed with this key and context
 */
export function createOpener(
  key: Uint8Array,
  context: Uint8Array,
  preamble: Uint8Array,
  driver = fastest,
): Opener {
  if (preamble.length !== preambleLength) throw new ContentDamaged('the message is too short')
  const secrets = deriveContentSecrets(key, preamble.subarray(0, saltLength), context)
  // guard: key commitment -> src/crypto/content/content.test.ts "every flipped bit"
  if (!timingSafeEqual(secrets.commitment, preamble.subarray(saltLength))) {
    throw new ContentDamaged('the message was sealed with another key or context')
  }
  return {
    begin() {
      const gcm = driver.create(secrets.key)
      const chunkNonce = createChunkNonces(secrets.baseNonce)
      return {
        open(index, isLast, sealed, from, to, plain, at) {
          const length = to - from - tagLength
          // guard: only the last chunk is short -> src/crypto/content/content.test.ts
          //   drops || (isLast ? length >= chunkLength : length !== chunkLength)
          if (length < 0 || (isLast ? length >= chunkLength : length !== chunkLength)) {
            throw new ContentDamaged(`chunk ${index} has a wrong length`)
          }
          // guard: tag of a chunk -> src/crypto/content/content.test.ts "every flipped bit"
          //   !gcm.open( becomes void gcm.open(
          if (!gcm.open(chunkNonce(index), sealed, from, to, plain, at)) {
            throw new ContentDamaged(`chunk ${index} failed its authentication`)
          }
          return length
        },
        [Symbol.dispose]: () => gcm[Symbol.dispose](),
      }
    },
  }
}

/** Plaintext bytes `start` to `end` (exclusive) of a message of `plainLength` bytes. */
type PlainRange = { plainLength: number; start: number; end: number }

/**
 * Opens part of a message. `sealed` gives the bytes that sealedRange names, in buffers of any size; what comes
 * out is a buffer of plaintext for each of them that completes a chunk, in memory of its own, every chunk authenticated before
 * a byte of it leaves.
 * Bytes beyond the message are the caller's to notice: it compares the stored size with sealedLength.
 * @throws ContentDamaged
 */
export async function* openRange(
  sealed: AsyncIterable<Uint8Array>,
  opener: Opener,
  { plainLength, start, end }: PlainRange,
): AsyncGenerator<Uint8Array> {
  const range = sealedRange(plainLength, start, end)
  const lastIndex = chunkCount(plainLength) - 1
  using chunks = opener.begin()
  let index = (range.start - preambleLength) / sealedChunkLength
  /** Sealed bytes still to come, without those that are carried. */
  let left = range.end - range.start
  /** The beginning of a chunk whose rest comes with the next buffer. */
  let carried: Uint8Array = new Uint8Array(0)

  /** Bytes of the next chunk. */
  const nextLength = () => Math.min(sealedChunkLength, carried.length + left)

  function openBuffer(buffer: Uint8Array): Uint8Array {
    const used = Math.min(buffer.length, left)
    const plain = Buffer.allocUnsafeSlow(plainOf(carried.length + used, carried.length + left))
    const offset = index * chunkLength
    let from = 0
    let at = 0
    if (carried.length > 0) {
      const length = nextLength()
      const taken = Math.min(length - carried.length, used)
      carried = Buffer.concat([carried, buffer.subarray(0, taken)])
      left -= taken
      from = taken
      if (carried.length < length) return plain
      at += chunks.open(index, index === lastIndex, carried, 0, length, plain, at)
      index += 1
      carried = new Uint8Array(0)
    }
    while (left > 0 && used - from >= nextLength()) {
      const to = from + nextLength()
      at += chunks.open(index, index === lastIndex, buffer, from, to, plain, at)
      index += 1
      left -= to - from
      from = to
    }
    if (from < used) {
      carried = Uint8Array.from(buffer.subarray(from, used))
      left -= used - from
    }
    const first = Math.max(0, start - offset)
    const last = Math.min(at, end - offset)
    return first === 0 && last === plain.length ? plain : plain.subarray(first, Math.max(first, last))
  }

  for await (const buffer of sealed) {
    const plain = openBuffer(buffer)
    if (plain.length > 0) yield plain
    if (left === 0) return
  }
  // guard: end of a message -> src/crypto/content/content.test.ts "cut anywhere"
  throw new ContentDamaged(`the message ends ${left} bytes early`)
}

/** Plaintext bytes in the whole chunks of `bytes` sealed bytes, out of `all`. */
function plainOf(bytes: number, all: number): number {
  const whole = Math.floor(bytes / sealedChunkLength) * chunkLength
  const rest = bytes % sealedChunkLength
  return bytes === all && rest > 0 ? whole + Math.max(0, rest - tagLength) : whole
}

/** Plaintext length of a message of `length` bytes. @throws ContentDamaged for a length no message has */
export function plainLengthOf(length: number): number {
  const chunks = Math.floor((length - preambleLength) / sealedChunkLength) + 1
  const plain = length - preambleLength - tagLength * chunks
  if (plain < 0 || sealedLength(plain) !== length) throw new ContentDamaged('no message has this length')
  return plain
}
