/**
 * The program of the thread that reads a SQLite file beside the main one; see slow-reads.ts. It has a connection of its own,
 * which cannot write.
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { prepareOn } from './prepared-statements.ts'
import type { FromThread, ToThread } from './slow-reads.ts'

/** Rows sent at a time: the main thread takes them over in turns of a few milliseconds. */
const batch = 500

const connection = new DatabaseSync(String(workerData), { readOnly: true, timeout: 0 })
connection.exec('pragma trusted_schema = off')
const prepare = prepareOn(connection)

function answer(message: FromThread): void {
  parentPort?.postMessage(message)
}

function read({ id, sql, parameters }: ToThread): void {
  try {
    let rows: Record<string, unknown>[] = []
    for (const row of prepare(sql).iterate(parameters)) {
      rows.push(row)
      if (rows.length < batch) continue
      answer({ id, kind: 'rows', rows })
      rows = []
    }
    answer({ id, kind: 'end', rows })
  } catch (error) {
    const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined
    answer({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error), errcode })
  }
}

parentPort?.on('message', read)
