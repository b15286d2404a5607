import type { SlotPlace } from '#crypto/file-key.ts'
import type { FilesRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findSegments } from './files-table.ts'

/** What a slot of a file is bound to: the file, and its blobs in order. */
export async function placeOf(
  { database }: Pick<Services, 'database'>,
  { id }: Pick<FilesRow, 'id'>,
): Promise<SlotPlace> {
  const pieces = await findSegments(database, id)
  return { fileId: id, blobIds: pieces.map(({ blob_id }) => Buffer.from(blob_id, 'hex')) }
}
