import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { BlobNotFound, isBlobLost } from '#server/platform/blobs/blob-store.ts'
import type { Services } from '#server/platform/services.ts'
import { clearDamaged } from '#server/transfers/content/damaged-blobs.ts'
import { isKept } from '#server/transfers/model/kept-transfers.ts'
import { readBlobLines } from '../backup-files.ts'
import { type BlobLine, layout, type Manifest } from '../backup-layout.ts'
import { hashBlob } from '../lists/blob-lines.ts'

/** State of the transfers of a backup that live or are held as evidence, by reference. */
export type FoundTransfers = {
  /** Transfers whose blobs are all there, byte for byte. */
  readonly whole: readonly string[]
  /** Transfers whose blobs had gone when the backup was made, or whose day key has been destroyed since: they have ended. */
  readonly ended: readonly string[]
  /** Transfers whose blobs are neither in the store nor beside the backup, or were lost before the backup could list them. */
  readonly missing: readonly string[]
  /** Transfers whose blobs have another checksum, or do not open. */
  readonly damaged: readonly string[]
}

/**
 * Compares the blobs of all transfers that live or are held as evidence with the checksums of a backup; those that the store
 * does not have, or not byte for byte, are copied from beside the backup.
 * @param path the folder of the backup
 */
export async function restoreBlobs(
  services: Services,
  path: string,
  { damaged }: Pick<Manifest, 'damaged'>,
): Promise<FoundTransfers> {
  const lost = new Set(damaged)
  const lines = new Map<string, BlobLine>()
  for await (const line of readBlobLines(join(path, layout.blobs))) lines.set(line.id, line)
  const found = {
    whole: [] as string[],
    ended: [] as string[],
    missing: [] as string[],
    damaged: [] as string[],
  }
  for (const [id, { hasDayKey, blobIds }] of await findBlobsOfTransfers(services)) {
    const states = new Set<keyof FoundTransfers>(hasDayKey ? [] : ['ended'])
    for (const blobId of hasDayKey ? blobIds : []) {
      const line = lines.get(blobId)
      const state = line
        ? await obtainBlob(services, line, join(path, '..', layout.blobsFolder))
        : lost.has(blobId)
          ? 'missing'
          : 'ended'
      if (state === 'whole') await clearDamaged(services.database, blobId)
      states.add(state)
    }
    const [worst = 'missing'] = (['damaged', 'missing', 'ended', 'whole'] as const).filter((state) =>
      states.has(state),
    )
    found[worst].push(id)
  }
  return found
}

type BlobsOfTransfer = { readonly hasDayKey: boolean; readonly blobIds: string[] }

async function findBlobsOfTransfers({ database, clock }: Services): Promise<Map<string, BlobsOfTransfer>> {
  const rows = await database
    .selectFrom('transfers')
    .leftJoin('files', 'files.transfer_id', 'transfers.id')
    .leftJoin('segments', 'segments.file_id', 'files.id')
    .leftJoin('day_keys', 'day_keys.day', 'transfers.key_day')
    .select(['transfers.id', 'segments.blob_id', 'day_keys.day'])
    .where('transfers.ended_at', 'is', null)
    .where(isKept(clock.now()))
    .execute()
  const transfers = new Map<string, BlobsOfTransfer>()
  for (const { id, blob_id, day } of rows) {
    const transfer = transfers.get(id) ?? { hasDayKey: day !== null, blobIds: [] }
    if (blob_id !== null) transfer.blobIds.push(blob_id)
    transfers.set(id, transfer)
  }
  return transfers
}

type Found = 'whole' | 'missing' | 'damaged'

/** Looks for a blob where its row says, and replaces it by the one beside the backup unless it is whole. */
async function obtainBlob(services: Services, line: BlobLine, folder: string): Promise<Found> {
  const stored = await compareStored(services, line)
  if (stored === 'whole') return stored
  const copied = await copyBeside(services, line, folder)
  return copied === 'missing' ? stored : copied
}

async function compareStored({ blobs }: Services, { id, store, sha256 }: BlobLine): Promise<Found> {
  if (!blobs.has(store)) return 'missing'
  try {
    return (await hashBlob(blobs.store(store), id)).sha256 === sha256 ? 'whole' : 'damaged'
  } catch (error) {
    if (error instanceof BlobNotFound) return 'missing'
    if (isBlobLost(error)) return 'damaged'
    throw error
  }
}

/**
 * Copies a blob from beside the backup to where new blobs go, over what is there, if it can be read and its checksum is right.
 */
async function copyBeside(
  { blobs, database }: Services,
  { id, sha256 }: BlobLine,
  folder: string,
): Promise<Found> {
  const stage = await blobs.default.stage(id)
  try {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(layout.blobFile(folder, id))) {
      hash.update(chunk)
      await stage.write(chunk)
    }
    await stage.end()
    if (hash.digest('hex') !== sha256) return 'damaged'
    await stage.commit()
    await database.updateTable('blobs').set({ store: blobs.default.name }).where('id', '=', id).execute()
    return 'whole'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return 'missing'
    // A bad sector under one copy is no reason to lose the others.
    if (code === 'EIO' || code === 'EBADMSG') return 'damaged'
    throw error
  } finally {
    await stage.abort()
  }
}
