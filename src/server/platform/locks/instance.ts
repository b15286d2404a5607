import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '#crypto/random-id.ts'
import { StartRefused } from '../../config/config.ts'
import type { Database } from '../database/database.ts'
import { DatabaseFull, DatabaseUnavailable, messageOf } from '../database/database-failure.ts'
import { leaveInstances } from './instance-rows.ts'

/** This process among all that work on one database. */
export type Instance = { readonly id: string; close(): void }

/**
 * Gives this process an id, and drops the locks of those that used this data folder before it and have died: their work
 * is not waited for. Each process keeps a file in DATA_DIR/instances locked, which the system ends with it, however
 * that comes; SQLite is used for its locks alone.
 * @throws StartRefused, DatabaseUnavailable
 */
export async function openInstance(dataDir: string, database: Database): Promise<Instance> {
  const folder = join(dataDir, 'instances')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return await register(folder, database)
  } catch (cause) {
    if (cause instanceof DatabaseUnavailable || cause instanceof DatabaseFull) throw cause
    throw new StartRefused(`The folder ${folder} cannot be used: ${messageOf(cause)}.`, { cause })
  }
}

async function register(folder: string, database: Database): Promise<Instance> {
  const id = newId()
  for (const name of readdirSync(folder)) if (!name.startsWith('.')) await dropIfDead(folder, name, database)
  // It gets its name after it is locked, so that no instance takes it for dead.
  const unnamed = join(folder, `.${id}`)
  const own = lockFile(unnamed)
  if (!own) throw new Error('a new file is locked')
  renameSync(unnamed, join(folder, id))
  return {
    id,
    close() {
      rmSync(join(folder, id), { force: true })
      own.close()
    },
  }
}

async function dropIfDead(folder: string, name: string, database: Database): Promise<void> {
  const path = join(folder, name)
  const dead = lockFile(path)
  if (!dead) return
  try {
    await leaveInstances(database, name)
    rmSync(path, { force: true })
  } finally {
    dead.close()
  }
}

/** @returns undefined while another process has the file locked */
function lockFile(path: string): DatabaseSync | undefined {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
    return file
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return undefined
    throw error
  }
}
