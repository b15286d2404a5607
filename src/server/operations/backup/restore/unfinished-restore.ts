import { StartRefused } from '#server/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Manifest } from '../backup-layout.ts'

/** A row of the settings, which is no option: it is there from when the tables are restored until the restore has ended. */
const mark = 'restoring'

/** Marks a database whose tables are restored and whose blobs have not been compared yet; within the transaction of the tables. */
export async function markUnfinished(transaction: Database, manifest: Manifest): Promise<void> {
  if (!knowsSettings(manifest)) return
  await transaction.deleteFrom('settings').where('name', '=', mark).execute()
  const row = { name: mark, value: manifest.tables.sha256, changed_at: 0 }
  await transaction.insertInto('settings').values(row).execute()
}

/** Whether a restore of this very backup has brought its tables here and has not ended. */
export async function isUnfinished(database: Database, manifest: Manifest): Promise<boolean> {
  return knowsSettings(manifest) && (await findMark(database)) === manifest.tables.sha256
}

export async function clearUnfinished(database: Database): Promise<void> {
  await database.deleteFrom('settings').where('name', '=', mark).execute()
}

/**
 * To be asked before anything is served: what has not been compared may be gone.
 * @throws StartRefused
 */
export async function requireFinished(database: Database): Promise<void> {
  if ((await findMark(database)) !== undefined)
    throw new StartRefused(
      'A restore into this database has not ended: run restante restore with the same backup again.',
    )
}

/** The tables of the oldest backups have no place for a mark. */
function knowsSettings({ tables }: Manifest): boolean {
  return Object.hasOwn(tables.rows, 'settings')
}

async function findMark(database: Database): Promise<string | undefined> {
  const row = await database
    .selectFrom('settings')
    .select('value')
    .where('name', '=', mark)
    .executeTakeFirst()
  return row?.value
}
