import { type Bytes, join, type Primitives } from '../primitives.ts'
import { BundleDamaged, chunksAtOnce, openPart, type PartOpener } from './parts.ts'
import {
  type BundleShape,
  chunkLength,
  lengthOfPart,
  partLength,
  preambleLength,
  sealedChunkLength,
  sealedPartLength,
  tagLength,
} from './sizes.ts'

/** Bytes `start` to `end` (exclusive) of the sealed bundle, in buffers of any size; exactly those, or it fails. */
export type FetchSealed = (start: number, end: number) => AsyncIterable<Uint8Array>

/**
 * Bytes `start` to `end` (exclusive) of the plaintext, each chunk authenticated before a byte of it leaves, in buffers of up to
 * 64 chunks, which are the caller's from then on. Asks for the chunks that hold them, and for the beginning of the first part. After a failure of `fetchSealed` the
 * caller goes on at the byte behind the last that came.
 * @throws BundleDamaged
 */
export async function* readPlain(
  primitives: Primitives,
  { contentKey, shape, fetchSealed }: { contentKey: Bytes; shape: BundleShape; fetchSealed: FetchSealed },
  start: number,
  end: number,
): AsyncGenerator<Bytes> {
  if (start < 0 || start > end || end > shape.length) throw new RangeError('the bundle has no such bytes')
  if (start === end) return
  const firstPart = Math.floor(start / partLength)
  const lastPart = Math.floor((end - 1) / partLength)
  const firstChunk = Math.floor((start - firstPart * partLength) / chunkLength)
  const from =
    firstPart * sealedPartLength + (firstChunk > 0 ? preambleLength : 0) + firstChunk * sealedChunkLength
  const preamble =
    firstChunk > 0 ? await readFront(fetchSealed, firstPart * sealedPartLength, preambleLength) : undefined
  const sealed = createExactReader(fetchSealed(from, sealedEnd(shape.length, lastPart, end)))
  try {
    for (let part = firstPart; part <= lastPart; part += 1) {
      const opener = await openPart(primitives, {
        contentKey,
        shape,
        part,
        preamble: (part === firstPart && preamble) || (await sealed.take(preambleLength)),
      })
      const base = part * partLength
      const last = Math.floor(
        (Math.min(end, base + lengthOfPart(shape.length, part)) - 1 - base) / chunkLength,
      )
      for (let chunk = part === firstPart ? firstChunk : 0; chunk <= last; chunk += chunksAtOnce) {
        const count = Math.min(chunksAtOnce, last + 1 - chunk)
        const opened = await openChunks(opener, sealed, chunk, count, lengthOfPart(shape.length, part))
        const plain = join(opened)
        primitives.release(opened)
        const at = base + chunk * chunkLength
        yield plain.subarray(Math.max(0, start - at), Math.min(plain.length, end - at))
      }
      // A plaintext of whole chunks ends with an empty one, which is checked, too.
      if (hasEmptyEnd(shape.length, part, end)) await opener.open(last + 1, await sealed.take(tagLength))
    }
  } finally {
    await sealed.end()
  }
}

/** Sealed offset behind the chunks that hold the bytes before `end`. */
function sealedEnd(length: number, part: number, end: number): number {
  const chunks = Math.floor((end - 1 - part * partLength) / chunkLength) + 1
  const isEmptyNext = hasEmptyEnd(length, part, end)
  const plain = Math.min(lengthOfPart(length, part), chunks * chunkLength)
  return part * sealedPartLength + preambleLength + plain + (chunks + (isEmptyNext ? 1 : 0)) * tagLength
}

/** Whether a read up to `end` reaches the end of a part that is made of whole chunks, and of an empty one behind them. */
function hasEmptyEnd(length: number, part: number, end: number): boolean {
  const inPart = lengthOfPart(length, part)
  return inPart % chunkLength === 0 && end >= part * partLength + inPart
}

async function openChunks(
  opener: PartOpener,
  sealed: ExactReader,
  first: number,
  count: number,
  length: number,
): Promise<Bytes[]> {
  const plainEnd = Math.min(length, (first + count) * chunkLength)
  const bytes = await sealed.take(plainEnd - first * chunkLength + count * tagLength)
  return Promise.all(
    Array.from({ length: count }, (_, n) =>
      opener.open(first + n, bytes.subarray(n * sealedChunkLength, (n + 1) * sealedChunkLength)),
    ),
  )
}

async function readFront(fetchSealed: FetchSealed, start: number, length: number): Promise<Bytes> {
  const reader = createExactReader(fetchSealed(start, start + length))
  try {
    return await reader.take(length)
  } finally {
    await reader.end()
  }
}

type ExactReader = {
  /** Bytes that hold until the next call: a long read leaves little to be collected. */
  take(length: number): Promise<Bytes>
  end(): Promise<void>
}

/** Joins buffers of any size to the lengths that are asked for. */
function createExactReader(buffers: AsyncIterable<Uint8Array>): ExactReader {
  const iterator = buffers[Symbol.asyncIterator]()
  let left: Uint8Array = new Uint8Array(0)
  let room: Bytes = new Uint8Array(0)
  return {
    async take(length) {
      if (room.length < length) room = new Uint8Array(length)
      const bytes = room.subarray(0, length)
      let at = 0
      while (at < length) {
        if (left.length === 0) {
          const next = await iterator.next()
          if (next.done) throw new BundleDamaged('the bundle ends early')
          left = next.value
          continue
        }
        const taken = left.subarray(0, length - at)
        bytes.set(taken, at)
        at += taken.length
        left = left.subarray(taken.length)
      }
      return bytes
    },
    async end() {
      await iterator.return?.()
    },
  }
}
