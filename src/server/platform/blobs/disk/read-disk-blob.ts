import { constants, type FileHandle, open } from 'node:fs/promises'
import { sealedChunkLength } from '#crypto/content-sizes.ts'
import { releaseBuffer } from '../../buffers/release-buffer.ts'
import { BlobNotFound } from '../blob-store.ts'
import { diskFailure, errorCode } from './disk-failure.ts'

/** About 1 MiB. Whoever reads from the beginning of a sealed chunk gets whole ones, and need not put halves together. */
const pieceSize = 64 * sealedChunkLength
const piecesAhead = 2

/**
 * Reads bytes `start` to `end` of a file, two pieces ahead of the reader. Symbolic links are refused.
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
      while (ahead.length < piecesAhead && position < stop) {
        const piece = readPiece(handle, position, Math.min(pieceSize, stop - position))
        piece.catch(() => {}) // met when its turn comes, or never when the reader stops
        ahead.push(piece)
        position += pieceSize
      }
    }
    readAhead()
    for (let next = ahead.shift(); next; next = ahead.shift()) {
      const piece = await next
      readAhead()
      yield piece
    }
  } catch (error) {
    throw diskFailure('read', error)
  } finally {
    for (const piece of ahead) piece.then(releaseBuffer, () => {})
    await handle.close()
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
async function readPiece(
  handle: FileHandle,
  position: number,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const piece = Buffer.allocUnsafeSlow(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await handle.read(piece, filled, size - filled, position + filled)
    if (bytesRead === 0) return piece.subarray(0, filled)
    filled += bytesRead
  }
  return piece
}
