import type { Services } from '#server/platform/services.ts'
import { findSegments } from '../files-table.ts'

/** Removes the blobs of a file that has ended, and notes that they are gone. @throws BlobStoreFailure */
export async function removeBlobs(
  services: Pick<Services, 'database' | 'blobs'>,
  fileId: string,
): Promise<void> {
  await removeSegments(services, fileId)
  await services.database.updateTable('files').set({ blob_removed: 1 }).where('id', '=', fileId).execute()
}

/** Removes the pieces of a file or an upload, blobs first, so that none is left without a row. */
export async function removeSegments(
  { database, blobs }: Pick<Services, 'database' | 'blobs'>,
  fileId: string,
): Promise<void> {
  for (const { blob_id } of await findSegments(database, fileId)) await blobs.remove(blob_id)
  await database.deleteFrom('pieces').where('file_id', '=', fileId).execute()
}
