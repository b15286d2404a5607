import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '../database.ts'
import { messageOf } from '../database-failure.ts'

/** Largest file, in bytes, that is checked in a third of a second. */
const quickBytes = 100 * 1024 * 1024

/** A look through a file that may still go on. */
type Check = {
  /** Waits until it is over, and says whether it came to the file's end. */
  ended(): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Lets SQLite look whether every page of the file at `path` can be read (sqlite.org/pragma.html#pragma_quick_check): a
 * small file before this resolves, a large one meanwhile, on a thread with a connection of its own. `onDamage` is called
 * with what is wrong.
 */
export async function checkSqliteFile(
  database: Database,
  path: string,
  onDamage: (found: string) => void,
): Promise<Check> {
  const { size } = await stat(path)
  if (size > quickBytes) return checkOnThread(path, onDamage)
  const found = await findDamage(database).catch(messageOf)
  if (found !== undefined) onDamage(found)
  return { ended: async () => true, stop: async () => {} }
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

function checkOnThread(path: string, onDamage: (found: string) => void): Check {
  const thread = new Worker(threadCode, { eval: true, workerData: path })
  const ended = Promise.withResolvers<boolean>()
  thread.unref()
  thread.on('exit', () => ended.resolve(false))
  thread.on('message', (message: unknown) => {
    const found = z.string().safeParse(message)
    if (found.data !== 'ok') onDamage(found.data ?? 'it cannot be checked')
    ended.resolve(true)
  })
  thread.on('error', (error) => onDamage(messageOf(error)))
  return {
    ended() {
      // Keeps the event loop alive only while the check is awaited.
      thread.ref()
      return ended.promise
    },
    async stop() {
      await thread.terminate()
    },
  }
}
