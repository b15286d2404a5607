import { createHash } from 'node:crypto'
import { StartRefused } from '#server/config/config.ts'
import { type BlobStore, BlobStoreFailure, isBlobLost } from '#server/platform/blobs/blob-store.ts'
import type { BlobsRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { assertStillHeld, type Lock, withLock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import type { StoreName } from '#server/schema/store-names.ts'
import { hashBlob } from '../backup/lists/blob-lines.ts'

const pageLength = 500

/** The stores that blobs are moved between; those in the database stay there. */
export type MovableStore = Exclude<StoreName, 'database'>

export type Moved = {
  readonly moved: number
  /** Sealed bytes of these. */
  readonly bytes: number
  /** Ids of blobs that cannot be read, or have another length than their row says. They stay where they are. */
  readonly damaged: readonly string[]
}

type Options = {
  readonly from: MovableStore
  readonly to: MovableStore
  /** Waits where the moving is to be slower; called with the bytes of each step. */
  readonly pace: (bytes: number) => Promise<void>
  readonly onMoved?: (moved: Moved) => void
}

/**
 * Moves all blobs from one store to another while the service goes on: each is copied, read again and compared, then its row
 * names its new place, and the old one is emptied. A blob lies whole in the place that its row names at any moment, so that a
 * move that was cut off is just begun again.
 * @throws LockTaken while another process moves blobs, BlobStoreFailure when a store cannot be used, StartRefused without a bucket
 */
export async function moveBlobs(services: Services, options: Options): Promise<Moved> {
  const from = storeNamed(services, options.from)
  const to = storeNamed(services, options.to)
  return withLock(services, 'move-storage', {}, async (lock) => {
    let moved = 0
    let bytes = 0
    const damaged: string[] = []
    for (let after = ''; ; ) {
      const page = await blobsIn(services, from, after)
      const last = page.at(-1)
      if (!last) break
      after = last.id
      for (const blob of page) {
        lock.signal.throwIfAborted()
        const result = await moveBlob(services, { from, to, lock, pace: options.pace }, blob)
        if (result === 'damaged') damaged.push(blob.id)
        if (result !== 'moved') continue
        moved += 1
        bytes += blob.size
        options.onMoved?.({ moved, bytes, damaged })
      }
    }
    await removeLeft(services, from, to, lock.signal)
    return { moved, bytes, damaged }
  })
}

/** @throws StartRefused for a store that is not configured */
function storeNamed({ blobs }: Services, name: MovableStore): BlobStore {
  const store = blobs.all.find((one) => one.name === name)
  if (!store)
    throw new StartRefused(
      'S3_BUCKET is not set: set it for every instance, restart them, and run this again.',
    )
  return store
}

type Blob = Pick<BlobsRow, 'id' | 'size'>

function blobsIn({ database }: Services, { name }: BlobStore, after: string): Promise<Blob[]> {
  return database
    .selectFrom('blobs')
    .select(['id', 'size'])
    .where('store', '=', name)
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageLength)
    .execute()
}

type Move = {
  readonly from: BlobStore
  readonly to: BlobStore
  readonly lock: Lock
  readonly pace: Options['pace']
}

/** @returns `gone` for a blob whose transfer ended meanwhile */
async function moveBlob(
  { database }: Services,
  { from, to, lock, pace }: Move,
  { id, size }: Blob,
): Promise<'moved' | 'damaged' | 'gone'> {
  if (!(await copyBlob(from, to, { id, size }, pace))) {
    const row = await database.selectFrom('blobs').select('id').where('id', '=', id).executeTakeFirst()
    return row ? 'damaged' : 'gone'
  }
  const isMoved = await transact(database, async (transaction) => {
    await assertStillHeld(transaction, lock)
    const { numUpdatedRows } = await transaction
      .updateTable('blobs')
      .set({ store: to.name })
      .where('id', '=', id)
      .where('store', '=', from.name)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  })
  await (isMoved ? from : to).remove(id)
  return isMoved ? 'moved' : 'gone'
}

/**
 * Copies a blob over whatever an earlier move left in its place, and reads the copy.
 * @returns false for a blob that is missing, cannot be read, or has another length
 */
async function copyBlob(from: BlobStore, to: BlobStore, { id, size }: Blob, pace: Options['pace']) {
  const stage = await to.stage(id)
  try {
    const hash = createHash('sha256')
    let length = 0
    try {
      // One byte more, to notice a blob that is too long.
      for await (const chunk of from.read(id, 0, size + 1)) {
        hash.update(chunk)
        length += chunk.length
        await stage.write(chunk)
        await pace(chunk.length)
      }
    } catch (error) {
      if (!isBlobLost(error)) throw error
      return false
    }
    if (length !== size) return false
    await stage.end()
    await stage.commit()
    const copy = await hashBlob(to, id, { pace })
    if (copy.sha256 !== hash.digest('hex'))
      throw new BlobStoreFailure(`The store "${to.name}" gave back other bytes than it was given.`)
    return true
  } finally {
    await stage.abort()
  }
}

/** Removes the copies that a move which was cut off has left where the blobs lay before. */
async function removeLeft(
  { database }: Services,
  from: BlobStore,
  to: BlobStore,
  signal: AbortSignal,
): Promise<void> {
  let ids: string[] = []
  async function removeMoved() {
    const rows = await database
      .selectFrom('blobs')
      .select('id')
      .where('id', 'in', ids)
      .where('store', '=', to.name)
      .execute()
    for (const { id } of rows) await from.remove(id)
    ids = []
  }
  for await (const id of from.list(Number.POSITIVE_INFINITY)) {
    signal.throwIfAborted()
    ids.push(id)
    if (ids.length === pageLength) await removeMoved()
  }
  if (ids.length > 0) await removeMoved()
}
