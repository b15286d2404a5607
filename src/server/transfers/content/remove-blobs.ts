import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import { findBlobsOfFile } from '../model/transfers-table.ts'

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
  for (const { blob_id, store } of segments) await blobs.store(store).remove(blob_id)
  await transact(database, async (transaction) => {
    await transaction.deleteFrom('segments').where('file_id', '=', fileId).execute()
    const ids = segments.map(({ blob_id }) => blob_id)
    await transaction.deleteFrom('blobs').where('id', 'in', ids).execute()
  })
}
