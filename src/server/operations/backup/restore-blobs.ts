import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { BlobNotFound } from '#server/platform/blobs/blob-store.ts'
import type { Services } from '#server/platform/services.ts'
import { type BlobLine, layout } from './backup-layout.ts'
import { hashBlob } from './hash-blob.ts'
import { readBlobLines } from './read-lines.ts'

/** What became of the files that can still be had. */
export type FoundFiles = {
  /** Ids of files whose blobs are all there, byte for byte. */
  readonly whole: readonly string[]
  /** Whose blobs had gone when the backup was made, or whose day key has been destroyed since: they have ended. */
  readonly ended: readonly string[]
  /** Whose blobs are neither in the store nor beside the backup. */
  readonly missing: readonly string[]
  /** Whose blobs have another checksum. */
  readonly damaged: readonly string[]
}

/**
 * Compares the blobs of all live files with the checksums of a backup; those that the store does not have are copied
 * from beside the backup.
 * @param path the folder of the backup
 */
export async function restoreBlobs(services: Services, path: string): Promise<FoundFiles> {
  const lines = new Map<string, BlobLine>()
  for await (const line of readBlobLines(join(path, layout.blobs))) lines.set(line.id, line)
  const found = {
    whole: [] as string[],
    ended: [] as string[],
    missing: [] as string[],
    damaged: [] as string[],
  }
  for (const [id, { hasDayKey, blobIds }] of await findBlobsOfFiles(services)) {
    const states = new Set<keyof FoundFiles>(hasDayKey ? [] : ['ended'])
    for (const blobId of hasDayKey ? blobIds : []) {
      const line = lines.get(blobId)
      states.add(line ? await obtainBlob(services, line, join(path, '..', layout.blobsFolder)) : 'ended')
    }
    const [worst = 'missing'] = (['damaged', 'missing', 'ended', 'whole'] as const).filter((state) =>
      states.has(state),
    )
    found[worst].push(id)
  }
  return found
}

type BlobsOfFile = { readonly hasDayKey: boolean; readonly blobIds: string[] }

async function findBlobsOfFiles({ database, clock }: Services): Promise<Map<string, BlobsOfFile>> {
  const rows = await database
    .selectFrom('files')
    .leftJoin('pieces', 'pieces.file_id', 'files.id')
    .leftJoin('day_keys', 'day_keys.day', 'files.expiry_day')
    .select(['files.id', 'pieces.blob_id', 'day_keys.day'])
    .where('files.ended_at', 'is', null)
    .where('files.expires_at', '>', clock.now())
    .execute()
  const files = new Map<string, BlobsOfFile>()
  for (const { id, blob_id, day } of rows) {
    const file = files.get(id) ?? { hasDayKey: day !== null, blobIds: [] }
    if (blob_id !== null) file.blobIds.push(blob_id)
    files.set(id, file)
  }
  return files
}

async function obtainBlob(
  { blobs }: Services,
  { id, sha256 }: BlobLine,
  folder: string,
): Promise<'whole' | 'missing' | 'damaged'> {
  try {
    return (await hashBlob(blobs, id)).sha256 === sha256 ? 'whole' : 'damaged'
  } catch (error) {
    if (!(error instanceof BlobNotFound)) throw error
  }
  const stage = await blobs.stage(id)
  try {
    const hash = createHash('sha256')
    for await (const piece of createReadStream(layout.blobFile(folder, id))) {
      hash.update(piece)
      await stage.write(piece)
    }
    await stage.end()
    if (hash.digest('hex') !== sha256) return 'damaged'
    await stage.commit()
    return 'whole'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing'
    throw error
  } finally {
    await stage.abort()
  }
}
