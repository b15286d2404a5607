import type { Database, UploadsRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { assertStillHeld, type Lock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import type { ArrivalEnd } from '#server/schema/tables/arrival-tables.ts'
import { removeSegments } from '../content/remove-blobs.ts'
import { endArrival } from '../model/arrivals/arrival-rows.ts'
import { releaseClaim } from '../upload/claims/claim-rows.ts'

/**
 * Ends an upload, under its lock: what opens it is gone at once, then its segments, unless they have become a file, and last
 * its row; `reason` is told to its receivers. If the store is away, the row stays for the sweep.
 * @throws BlobStoreFailure; LockLost, after which nothing was done
 */
export async function removeUpload(
  services: Pick<Services, 'database' | 'blobs' | 'clock'>,
  { id_hash, transfer_id, file_id }: Pick<UploadsRow, 'id_hash' | 'transfer_id' | 'file_id'>,
  lock: Lock,
  reason: ArrivalEnd,
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
    await endArrival({ ...services, database: transaction }, { uploadId: transfer_id }, reason)
  })
  if (!(await isFile(database, file_id))) await removeSegments(services, file_id)
  await database.deleteFrom('uploads').where('id_hash', '=', id_hash).execute()
}

async function isFile(database: Database, id: string): Promise<boolean> {
  const row = await database.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
