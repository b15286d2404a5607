import type { Database, FileEnd, FileSlotsRow, FilesRow } from '../ports/database.ts'

/** Puts a file and its slots where readers find them: the commit point of an upload. */
export async function insertFile(
  database: Database,
  file: FilesRow,
  slots: readonly FileSlotsRow[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.insertInto('files').values(file).execute()
    await transaction
      .insertInto('file_slots')
      .values([...slots])
      .execute()
  })
}

/** The row of a file, ended or not, or undefined for an id never given out or long forgotten. */
export function findFile(database: Database, id: string): Promise<FilesRow | undefined> {
  return database.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The wrapped keys of a file; none once it has ended. */
export function findSlots(database: Database, id: string): Promise<FileSlotsRow[]> {
  return database.selectFrom('file_slots').selectAll().where('file_id', '=', id).execute()
}

/** Counts one complete transfer. */
export async function countDownload(database: Database, id: string): Promise<void> {
  await database
    .updateTable('files')
    .set(({ eb }) => ({ download_count: eb('download_count', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Ends a file: its keys, its tickets, its name and its message are gone when this resolves, and nothing can
 * open it again. The blob is left to the sweep. Returns false when it had ended already.
 */
export function endFile(database: Database, id: string, endedAs: FileEnd, now: number): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('files')
      .set({ ended_at: now, ended_as: endedAs, filename: '', filename_folded: '', description: null })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (Number(ended.numUpdatedRows) === 0) return false
    await transaction.deleteFrom('file_slots').where('file_id', '=', id).execute()
    await transaction.deleteFrom('download_tickets').where('file_id', '=', id).execute()
    return true
  })
}
