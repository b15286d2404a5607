import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { BlobPlace } from '#server/platform/blobs/blob-store.ts'
import type { Services } from '#server/platform/services.ts'
import { readBlobLines } from './backup-files.ts'
import { type BlobLine, backupFolder, layout } from './backup-layout.ts'
import { listBackups } from './backups.ts'

/**
 * What a backup says of a blob, read from the store.
 * @param pace is called with the bytes of each step, and resolves when the next may follow
 * @throws BlobNotFound, BlobStoreFailure
 */
export async function hashBlob(
  blobs: BlobPlace,
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

/** What the last complete backup says of its blobs, by their ids; nothing where there is none. */
export async function lastBlobLines(
  services: Pick<Services, 'config' | 'clock' | 'database' | 'engine'>,
): Promise<ReadonlyMap<string, BlobLine>> {
  const lines = new Map<string, BlobLine>()
  const last = (await listBackups(services)).find(({ state }) => state === 'complete')
  if (!last) return lines
  const path = join(backupFolder(services.config), last.name, layout.blobs)
  for await (const line of readBlobLines(path)) lines.set(line.id, line)
  return lines
}
