import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { StartRefused } from '#server/config/config.ts'
import { asRefusal } from '#server/config/explain-failure.ts'
import type { Database } from '../database.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { retryWhileBusy } from './sqlite-failure.ts'

/** node:sqlite blocks the whole thread while it waits for another process: the driver waits instead. */
const busyTimeoutMs = 0
const openLimitMs = 10_000

/**
 * WAL with synchronous=FULL: a commit has reached the disk when it returns. secure_delete overwrites what is
 * deleted, and a WAL that has been copied back is cut down, so that old rows do not linger on the disk.
 */
// guard: foreign keys -> src/server/schema/tables.test.ts "lose files, slots"
//   pragma foreign_keys = on; becomes pragma foreign_keys = off;
const pragmas = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
  pragma journal_size_limit = 4194304;
  pragma trusted_schema = off;
`

/**
 * Opens the SQLite file at `path`, made with mode 0600 where there is none, or a database in memory for
 * ':memory:'. The folder must exist. The tables are not touched. `onDamage` is called whenever a statement finds the
 * file damaged.
 * @throws StartRefused when the file cannot be opened or is not a database
 */
export async function openSqlite(path: string, onDamage: () => void = () => {}): Promise<Database> {
  let connection: DatabaseSync | undefined
  try {
    if (path !== ':memory:') createPrivately(path)
    const opened = new DatabaseSync(path, { timeout: busyTimeoutMs })
    connection = opened
    await retryWhileBusy(() => opened.exec(pragmas), openLimitMs)
    return new Kysely({ dialect: nodeSqliteDialect(opened, onDamage) })
  } catch (error) {
    connection?.close()
    const reason = error instanceof Error ? error.message : String(error)
    // SQLite does not say why, the file system does.
    const cause = placeFailure(path) ?? error
    throw asRefusal(new StartRefused(`The database file ${path} cannot be opened: ${reason}.`, { cause }))
  }
}

/** Reason why the file system refuses the files of the database, or creating some beside them. */
function placeFailure(path: string): unknown {
  if (path === ':memory:') return undefined
  try {
    accessSync(dirname(path), constants.R_OK | constants.W_OK | constants.X_OK)
    for (const file of [path, `${path}-wal`, `${path}-shm`])
      if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
    return undefined
  } catch (failure) {
    return failure
  }
}

/**
 * SQLite gives its -wal and -shm files the mode of the database file. A file that is there is left alone:
 * closing it again would drop the locks of every other connection this process has on it.
 */
function createPrivately(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
