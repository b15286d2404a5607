import type { FilesRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findFile } from './files-table.ts'

/**
 * The row of a file that can still be had, judged by the clock and not by whether a sweep has passed.
 * @throws Failure FILE_NOT_FOUND, FILE_EXPIRED, FILE_DELETED
 */
export async function findLiveFile(
  services: Pick<Services, 'database' | 'clock'>,
  id: string,
): Promise<FilesRow> {
  const file = await findFile(services.database, id)
  if (!file) throw new Failure('FILE_NOT_FOUND')
  if (file.ended_as === 'deleted') throw new Failure('FILE_DELETED')
  if (file.ended_as === 'downloaded') {
    throw new Failure('FILE_DELETED', {
      message: 'This file was deleted after its download, as its sender wished.',
    })
  }
  if (file.ended_as === 'expired' || file.expires_at <= services.clock.now())
    throw new Failure('FILE_EXPIRED')
  return file
}
