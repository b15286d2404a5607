/**
 * The program of the thread that copies the WAL of a SQLite file back; see checkpoints.ts. A copy that fails, because the disk
 * is full or another process copies, changes nothing: what is in the WAL stays there.
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const connection = new DatabaseSync(String(workerData), { timeout: 0 })
connection.exec('pragma synchronous = full; pragma trusted_schema = off')

parentPort?.on('message', () => {
  try {
    connection.exec('pragma wal_checkpoint(passive)')
  } catch {
    // It is tried again.
  }
  parentPort?.postMessage('tried')
})
