import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database, DayKeysRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { readLines } from '../backup-files.ts'
import { BackupUnusable, layout, type Manifest } from '../backup-layout.ts'
import { keptTables } from '../backup-tables.ts'
import { insertRows, readLine } from '../table-rows.ts'
import { markUnfinished } from './unfinished-restore.ts'

const batch = 500

/**
 * Puts the tables of a backup into an empty database, all of them or none. The steps that had made the tables of the
 * backup have made those of the database; what came later is done to the rows afterwards, as in any upgrade. The database is
 * marked as unfinished with them.
 * @throws Failure RESTORE_REFUSED when the database is not empty or has other tables, BackupUnusable
 */
export async function restoreTables(
  database: Database,
  path: string,
  manifest: Manifest,
  dayKeys: readonly DayKeysRow[],
): Promise<void> {
  await requireRestorable(database, manifest)
  await database.transaction().execute(async (transaction) => {
    const counts = new Map<string, number>()
    let waiting: { table: string; rows: Readonly<Record<string, unknown>>[] } = { table: '', rows: [] }
    async function flush() {
      await insertRows(transaction, waiting.table, waiting.rows)
      counts.set(waiting.table, (counts.get(waiting.table) ?? 0) + waiting.rows.length)
    }
    for await (const text of readLines(join(path, layout.tables))) {
      const { table, row } = readLine(text)
      if (!keptTables.some(({ name }) => name === table))
        throw new BackupUnusable(`It holds rows of ${table}, which is no table of a backup.`)
      if (waiting.table !== table || waiting.rows.length === batch) {
        await flush()
        waiting = { table, rows: [] }
      }
      waiting.rows.push(row)
    }
    await flush()
    for (const [table, rows] of Object.entries(manifest.tables.rows)) {
      if ((counts.get(table) ?? 0) !== rows)
        throw new BackupUnusable(`Of ${table} it holds ${counts.get(table) ?? 0} rows instead of ${rows}.`)
    }
    if (dayKeys.length > 0)
      await transaction
        .insertInto('day_keys')
        .values([...dayKeys])
        .execute()
    await dropUnfinished(transaction)
    await markUnfinished(transaction, manifest)
  })
}

/**
 * To be asked before anything else is changed, such as whose store it is.
 * @throws Failure RESTORE_REFUSED when the database is not empty or has other tables
 */
export async function requireRestorable(database: Database, manifest: Manifest): Promise<void> {
  await requireSameTables(database, manifest)
  await requireEmpty(database, manifest)
}

async function requireEmpty(database: Database, manifest: Manifest): Promise<void> {
  for (const { name } of keptTables) {
    // A table that the backup does not know comes with a later step.
    if (!Object.hasOwn(manifest.tables.rows, name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(database)
    // guard: restore into an empty database -> tests/long/cli/restore.test.ts "is refused when it, the master keys"
    if (rows.length > 0)
      throw new Failure('RESTORE_REFUSED', { message: 'The database is not empty: restore into a new one.' })
  }
}

async function requireSameTables(database: Database, { migrations, version }: Manifest): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  )
  const steps = rows.map(({ name }) => name)
  if (steps.join() === migrations.join()) return
  const isAhead = migrations.every((name, position) => name === steps[position])
  throw new Failure('RESTORE_REFUSED', {
    message: isAhead
      ? 'The database has tables of a later version than the backup: restore into a new one.'
      : `The backup has tables that this program does not know: restore it with version ${version} or a later one.`,
  })
}

/** Removes the segments of uploads that had not become a transfer, and their blobs. */
async function dropUnfinished(transaction: Database): Promise<void> {
  await transaction
    .deleteFrom('segments')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('files').select('files.id').whereRef('files.id', '=', 'segments.file_id'))),
    )
    .execute()
  await transaction
    .deleteFrom('blobs')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('segments').select('blob_id').whereRef('segments.blob_id', '=', 'blobs.id'))),
    )
    .execute()
}
