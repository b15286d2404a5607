import { createHash } from 'node:crypto'
import type { BlobStore } from '#server/platform/blobs/blob-store.ts'
import type { BlobLine } from './backup-layout.ts'

/**
 * What a backup says of a blob, read from the store.
 * @param pace is called with the bytes of each step, and resolves when the next may follow
 * @throws BlobNotFound, BlobStoreFailure
 */
export async function hashBlob(
  blobs: BlobStore,
  id: string,
  pace?: (bytes: number) => Promise<void>,
): Promise<BlobLine> {
  const size = await blobs.size(id)
  const hash = createHash('sha256')
  for await (const chunk of blobs.read(id, 0, size)) {
    hash.update(chunk)
    await pace?.(chunk.length)
  }
  return { id, store: blobs.name, size, sha256: hash.digest('hex') }
}
