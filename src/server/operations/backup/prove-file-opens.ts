import type { Services } from '#server/platform/services.ts'
import { unlockFile } from '#server/transfers/download/unlock-file.ts'
import { findSegments } from '#server/transfers/files-table.ts'
import { openContent } from '#server/transfers/open-content.ts'

/**
 * Opens the smallest live file that the server opens alone, and reads it to its end, every chunk authenticated.
 * @returns its id, or undefined when every file wants a password or somebody's key
 * @throws Failure FILE_DAMAGED
 */
export async function proveFileOpens(services: Services): Promise<string | undefined> {
  const { database, blobs, clock } = services
  const file = await database
    .selectFrom('files')
    .innerJoin('file_slots', 'file_slots.file_id', 'files.id')
    .selectAll('files')
    .where('file_slots.type', '=', 'server')
    .where('files.ended_at', 'is', null)
    .where('files.expires_at', '>', clock.now())
    .orderBy('files.size')
    .limit(1)
    .executeTakeFirst()
  if (!file) return undefined
  const fileKey = await unlockFile(services, file, { address: '' })
  const pieces = await findSegments(database, file.id)
  const content = await openContent(blobs, { fileId: file.id, pieces }, fileKey)
  for await (const _ of content(0, file.size));
  return file.id
}
