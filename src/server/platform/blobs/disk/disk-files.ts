import type { FileHandle } from 'node:fs/promises'
import { constants } from 'node:os'
import { BlobStoreFailure } from '../blob-store.ts'

/** The system's code for what went wrong, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Converts an error of the file system to the port's failure; one that is already a failure stays as it is. */
export function diskFailure(doing: string, error: unknown): BlobStoreFailure {
  if (error instanceof BlobStoreFailure) return error
  const code = isOverQuota(error) ? 'EDQUOT' : errorCode(error)
  return new BlobStoreFailure(`The disk store could not ${doing}: ${code ?? 'unknown error'}.`, {
    cause: error,
    full: code === 'ENOSPC' || code === 'EDQUOT',
  })
}

/** Codes of Linux for a bad sector, and for a file with damaged blocks or inode. */
const unreadableCodes = new Set(['EIO', 'EBADMSG'])
/** EUCLEAN of Linux, for which Node has a number only and no code. */
const structureDamaged = -117

/**
 * Classifies an error of reading a blob: unreadable if the system says so of its file while the store works. A missing disk
 * gives the same errors, so the store is proved to work first.
 * @param proveWorking rejects when the store takes nothing durable now; a full store works
 */
export async function readFailure(error: unknown, proveWorking: () => Promise<void>): Promise<unknown> {
  if (!(error instanceof BlobStoreFailure) || !isUnreadable(error.cause)) return error
  try {
    await proveWorking()
  } catch (failure) {
    if (!(failure instanceof BlobStoreFailure && failure.full)) return error
  }
  return new BlobStoreFailure(error.message, { cause: error.cause, unreadable: true })
}

function isUnreadable(cause: unknown): boolean {
  if (unreadableCodes.has(errorCode(cause) ?? '')) return true
  return cause instanceof Error && 'errno' in cause && cause.errno === structureDamaged
}

/** Whether the system refused because of a quota, for which Node has a number only and no code. */
function isOverQuota(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && error.errno === -constants.errno.EDQUOT
}

/**
 * Writes all bytes of the chunks where the file stands, however many calls the system needs for it.
 * Returns their number.
 * @throws what the system throws, or BlobStoreFailure when it takes nothing and says nothing.
 */
export async function writeWhole(
  file: Pick<FileHandle, 'writev'>,
  chunks: readonly Uint8Array[],
): Promise<number> {
  let left = chunks
  let written = 0
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left)
    if (bytesWritten === 0) throw new BlobStoreFailure('The disk store took no bytes.')
    written += bytesWritten
    left = withoutFirst(left, bytesWritten)
  }
  return written
}

function withoutFirst(chunks: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let skip = bytes
  for (const [index, chunk] of chunks.entries()) {
    if (skip < chunk.byteLength) return [chunk.subarray(skip), ...chunks.slice(index + 1)]
    skip -= chunk.byteLength
  }
  return []
}
