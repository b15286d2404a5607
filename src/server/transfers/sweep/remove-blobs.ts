import type { Database, UploadsRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { assertStillHeld, type Lock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { findBlobsOfFile } from '../transfers-table.ts'
import { releaseClaim } from '../upload/upload-claims.ts'

type Needs = Pick<Services, 'database' | 'blobs'>

/**
 * Removes the blobs of a transfer that has ended, and notes that they are gone.
 * @returns whether it was this call that removed them: two instances may be at it
 * @throws BlobStoreFailure
 */
export async function removeBlobs(services: Needs, transferId: string): Promise<boolean> {
  const files = await services.database
    .selectFrom('files')
    .select('id')
    .where('transfer_id', '=', transferId)
    .execute()
  for (const { id } of files) await removeSegments(services, id)
  const cleared = await services.database
    .updateTable('transfers')
    .set({ cleared: 1 })
    .where('id', '=', transferId)
    .where('cleared', '=', 0)
    .executeTakeFirst()
  return Number(cleared.numUpdatedRows) === 1
}

/** Removes the segments of a file or an upload, blobs first, so that none is left without a row. @throws BlobStoreFailure */
export async function removeSegments({ database, blobs }: Needs, fileId: string): Promise<void> {
  const segments = await findBlobsOfFile(database, fileId)
  if (segments.length === 0) return
  for (const { blob_id, store } of segments) await blobs.place(store).remove(blob_id)
  await transact(database, async (transaction) => {
    await transaction.deleteFrom('segments').where('file_id', '=', fileId).execute()
    const ids = segments.map(({ blob_id }) => blob_id)
    await transaction.deleteFrom('blobs').where('id', 'in', ids).execute()
  })
}

/**
 * Ends an upload, under its lock: what opens it is gone at once, then its segments, unless they have become a file, and last
 * its row. Where the store is away the row stays for the sweep.
 * @throws BlobStoreFailure; LockLost, after which nothing was done
 */
export async function removeUpload(
  services: Pick<Services, 'database' | 'blobs' | 'clock'>,
  { id_hash, transfer_id, file_id }: Pick<UploadsRow, 'id_hash' | 'transfer_id' | 'file_id'>,
  lock: Lock,
): Promise<void> {
  const { database, clock } = services
  const nothing = new Uint8Array(0)
  await transact(database, async (transaction) => {
    // Another instance may be making a file of it.
    await assertStillHeld(transaction, lock)
    await transaction
      .updateTable('uploads')
      .set({ expires_at: clock.now(), metadata: nothing, sealed_key: nothing })
      .where('id_hash', '=', id_hash)
      .execute()
    await releaseClaim(transaction, transfer_id)
  })
  if (!(await isFile(database, file_id))) await removeSegments(services, file_id)
  await database.deleteFrom('uploads').where('id_hash', '=', id_hash).execute()
}

async function isFile(database: Database, id: string): Promise<boolean> {
  const row = await database.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
