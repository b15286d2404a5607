import type { FileHandle } from 'node:fs/promises'
import { BlobStoreFailure } from '../blob-store.ts'

/**
 * Writes all bytes of the pieces where the file stands, however many calls the system needs for it.
 * Returns their number.
 * @throws what the system throws, or BlobStoreFailure when it takes nothing and says nothing.
 */
export async function writeWhole(
  file: Pick<FileHandle, 'writev'>,
  pieces: readonly Uint8Array[],
): Promise<number> {
  let left = pieces
  let written = 0
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left)
    if (bytesWritten === 0) throw new BlobStoreFailure('The disk store took no bytes.')
    written += bytesWritten
    left = withoutFirst(left, bytesWritten)
  }
  return written
}

function withoutFirst(pieces: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let skip = bytes
  for (const [index, piece] of pieces.entries()) {
    if (skip < piece.byteLength) return [piece.subarray(skip), ...pieces.slice(index + 1)]
    skip -= piece.byteLength
  }
  return []
}
