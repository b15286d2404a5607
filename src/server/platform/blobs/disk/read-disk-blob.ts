import { constants, type FileHandle, open } from 'node:fs/promises'
import { sealedChunkLength } from '#crypto/content/content-sizes.ts'
import { createReadAheadBudget, type MemoryShare } from '../../buffers/read-ahead-budget.ts'
import { releaseBuffer } from '../../buffers/release-buffer.ts'
import { BlobNotFound } from '../blob-store.ts'
import { diskFailure, errorCode } from './disk-files.ts'

/**
 * Memory for all readers of this process, of whom each has a buffer in use, one on its way out, and two ahead. A buffer is
 * about 1 MiB, and smaller where many read at the same time. Anyone who reads from the beginning of a sealed chunk gets whole
 * ones, and need not put halves together.
 */
const budget = createReadAheadBudget(24 * 1024 * 1024, sealedChunkLength, 64 * sealedChunkLength)
const chunksAhead = 2
/** With buffers below this size memory is short, and nothing is read ahead. */
const minReadAhead = 8 * sealedChunkLength
/** Buffers that the reader may still hold, or what it made of them, when it asks for the next one. */
const chunksInUse = 2

type Ahead = { readonly buffer: Promise<Uint8Array<ArrayBuffer>>; readonly share: MemoryShare }

/**
 * Reads bytes `start` to `end` of a file, some buffers ahead of the reader. Symbolic links are refused.
 * @throws BlobNotFound when there is no such file, BlobStoreFailure for anything else.
 */
export async function* readDiskBlob(
  path: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const handle = await openToRead(path)
  const ahead: Ahead[] = []
  const inUse: MemoryShare[] = []
  try {
    const stop = Math.min(end, (await handle.stat()).size)
    let position = start
    const readNext = () => {
      const share = budget.take()
      const buffer = readChunk(handle, position, Math.min(share.bytes, stop - position))
      buffer.catch(() => {}) // met when its turn comes, or never when the reader stops
      ahead.push({ buffer, share })
      position += share.bytes
      return share.bytes >= minReadAhead
    }
    const readAhead = () => {
      while (ahead.length < chunksAhead && position < stop && readNext());
    }
    if (position < stop) readNext()
    for (let next = ahead.shift(); next; next = ahead.shift()) {
      inUse.push(next.share)
      const buffer = await next.buffer
      if (inUse.length > chunksInUse) inUse.shift()?.release()
      if (next.share.bytes >= minReadAhead) readAhead()
      yield buffer
      if (ahead.length === 0 && position < stop) readNext()
    }
  } catch (error) {
    throw diskFailure('read', error)
  } finally {
    for (const share of inUse) share.release()
    for (const { buffer, share } of ahead) {
      buffer.then(releaseBuffer, () => {}).finally(share.release)
    }
    // Nothing was written, so nothing is lost when this fails.
    await handle.close().catch(() => {})
  }
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? new BlobNotFound() : diskFailure('read', error)
  }
}

/** A buffer of its own, because the reader may give it back. Shorter than `size` only at the end of the file. */
async function readChunk(
  handle: FileHandle,
  position: number,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = Buffer.allocUnsafeSlow(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await handle.read(buffer, filled, size - filled, position + filled)
    if (bytesRead === 0) return buffer.subarray(0, filled)
    filled += bytesRead
  }
  return buffer
}
