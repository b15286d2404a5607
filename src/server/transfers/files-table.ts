import type {
  Database,
  FileEnd,
  FileSlotsRow,
  FilesRow,
  SegmentsRow,
} from '#server/platform/database/database.ts'

/** What becomes of a row when its file ends: what happened is known, what it was is not. */
export function endedColumns(endedAs: FileEnd, now: number) {
  return { ended_at: now, ended_as: endedAs, filename: '', filename_folded: '', description: null }
}

/** A file with everything that belongs to it. */
export type NewFile = {
  readonly file: FilesRow
  readonly slots: FileSlotsRow[]
  /** None when they are in the table already. */
  readonly pieces: SegmentsRow[]
}

/**
 * Puts a file, its slots and its pieces where readers find them: the commit point of an upload. `also` happens in the same
 * transaction.
 */
export async function insertFile(
  database: Database,
  { file, slots, pieces }: NewFile,
  also: (transaction: Database) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.insertInto('files').values(file).execute()
    await transaction.insertInto('file_slots').values(slots).execute()
    if (pieces.length > 0) await transaction.insertInto('pieces').values(pieces).execute()
    await also(transaction)
  })
}

/** The pieces of a file or of an unfinished upload, in order. */
export function findSegments(database: Database, fileId: string): Promise<SegmentsRow[]> {
  return database.selectFrom('pieces').selectAll().where('file_id', '=', fileId).orderBy('position').execute()
}

/** The row of a file, ended or not, or undefined for an id never given out or long forgotten. */
export function findFile(database: Database, id: string): Promise<FilesRow | undefined> {
  return database.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The wrapped keys of a file; none once it has ended. */
export function findSlots(database: Database, id: string): Promise<FileSlotsRow[]> {
  return database.selectFrom('file_slots').selectAll().where('file_id', '=', id).execute()
}

/** The username of whoever sent a file with an account; null for everybody else. */
export async function findUploader(database: Database, { owner_id }: FilesRow): Promise<string | null> {
  if (owner_id === null) return null
  const owner = await database
    .selectFrom('users')
    .select('username')
    .where('id', '=', owner_id)
    .executeTakeFirst()
  return owner?.username ?? null
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
 * open it again. The blob is left to the sweep. Returns false when it had ended already. Within a transaction it
 * becomes part of that.
 */
export async function endFile(
  database: Database,
  id: string,
  endedAs: FileEnd,
  now: number,
): Promise<boolean> {
  const end = (transaction: Database) => endFiles(transaction, [id], endedAs, now)
  const ended = await (database.isTransaction ? end(database) : database.transaction().execute(end))
  return ended === 1
}

/** The same for several files, a thousand at most, within a transaction. Returns how many had not ended before. */
export async function endFiles(
  transaction: Database,
  ids: readonly string[],
  endedAs: FileEnd,
  now: number,
): Promise<number> {
  if (ids.length === 0) return 0
  const ended = await transaction
    .updateTable('files')
    .set(endedColumns(endedAs, now))
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  await transaction.deleteFrom('file_slots').where('file_id', 'in', ids).execute()
  await transaction.deleteFrom('download_tickets').where('file_id', 'in', ids).execute()
  return Number(ended.numUpdatedRows)
}
