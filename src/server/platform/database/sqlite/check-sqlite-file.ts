import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '../database.ts'
import { messageOf } from '../database-failure.ts'

/** A file of so many bytes is looked through in a third of a second. */
const quickBytes = 100 * 1024 * 1024

/**
 * Lets SQLite look whether every page of the file at `path` can be read (sqlite.org/pragma.html#pragma_quick_check): a
 * small file before this resolves, a large one meanwhile, on a thread with a connection of its own. `onDamage` is called
 * with what is wrong.
 */
export async function checkSqliteFile(
  database: Database,
  path: string,
  onDamage: (found: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const { size } = await stat(path)
  if (size > quickBytes) return checkOnThread(path, onDamage)
  const found = await findDamage(database).catch(messageOf)
  if (found !== undefined) onDamage(found)
  return { stop: async () => {} }
}

async function findDamage(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(database)
  const [found] = rows
  return found?.quick_check === 'ok' ? undefined : (found?.quick_check ?? 'it cannot be checked')
}

const threadCode = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const connection = new DatabaseSync(workerData, { readOnly: true })
  const row = connection.prepare('pragma quick_check(1)').get()
  parentPort.postMessage(row === undefined ? 'it cannot be checked' : String(row.quick_check))
`

function checkOnThread(path: string, onDamage: (found: string) => void): { stop(): Promise<void> } {
  const thread = new Worker(threadCode, { eval: true, workerData: path })
  thread.unref()
  thread.on('message', (message: unknown) => {
    const found = z.string().safeParse(message)
    if (found.data !== 'ok') onDamage(found.data ?? 'it cannot be checked')
  })
  thread.on('error', (error) => onDamage(messageOf(error)))
  return {
    async stop() {
      await thread.terminate()
    },
  }
}
