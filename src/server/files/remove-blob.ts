import type { Services } from '../ports/services.ts'

/** Removes the blob of a file that has ended, and notes that it is gone. @throws BlobStoreFailure */
export async function removeBlob(
  { database, blobs }: Pick<Services, 'database' | 'blobs'>,
  file: { id: string; blob_id: string },
): Promise<void> {
  await blobs.remove(file.blob_id)
  await database.updateTable('files').set({ blob_removed: 1 }).where('id', '=', file.id).execute()
}
