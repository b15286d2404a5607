import { constants, type FileHandle, open } from 'node:fs/promises'
import { sealedChunkLength } from '#crypto/content-sizes.ts'
import { releaseBuffer } from '../../buffers/release-buffer.ts'
import { BlobNotFound } from '../blob-store.ts'
import { diskFailure, errorCode } from './disk-files.ts'

/** About 1 MiB. A read that begins with a sealed chunk yields whole ones, so that no halves have to be joined. */
const blockSize = 64 * sealedChunkLength
const blocksAhead = 2

/**
 * Reads bytes `start` to `end` of a file, two blocks ahead of the reader. Symbolic links are refused.
 * @throws BlobNotFound when there is no such file, BlobStoreFailure for anything else.
 */
export async function* readDiskBlob(
  path: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const handle = await openToRead(path)
  const ahead: Promise<Uint8Array<ArrayBuffer>>[] = []
  try {
    const stop = Math.min(end, (await handle.stat()).size)
    let position = start
    const readAhead = () => {
      while (ahead.length < blocksAhead && position < stop) {
        const block = readBlock(handle, position, Math.min(blockSize, stop - position))
        block.catch(() => {}) // met when its turn comes, or never when the reader stops
        ahead.push(block)
        position += blockSize
      }
    }
    readAhead()
    for (let next = ahead.shift(); next; next = ahead.shift()) {
      const block = await next
      readAhead()
      yield block
    }
  } catch (error) {
    throw diskFailure('read', error)
  } finally {
    for (const block of ahead) block.then(releaseBuffer, () => {})
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
async function readBlock(
  handle: FileHandle,
  position: number,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const block = Buffer.allocUnsafeSlow(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await handle.read(block, filled, size - filled, position + filled)
    if (bytesRead === 0) return block.subarray(0, filled)
    filled += bytesRead
  }
  return block
}
