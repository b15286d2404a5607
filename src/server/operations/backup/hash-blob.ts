import { createHash } from 'node:crypto'
import type { BlobStore } from '#server/platform/blobs/blob-store.ts'
import type { BlobLine } from './backup-layout.ts'

/** What a backup says of a blob, read from the store. @throws BlobNotFound, BlobStoreFailure */
export async function hashBlob(blobs: BlobStore, id: string): Promise<BlobLine> {
  const size = await blobs.size(id)
  const hash = createHash('sha256')
  for await (const piece of blobs.read(id, 0, size)) hash.update(piece)
  return { id, size, sha256: hash.digest('hex') }
}
