import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { openDatabase } from '#server/platform/database/open-database.ts'

export type PostgresCluster = {
  /** Address of the database `postgres`, as superuser. */
  url: string
  /** Resolves when the server has ended and its files are gone. */
  stop(): Promise<void>
}

const report = z.union([z.object({ url: z.string() }), z.object({ failure: z.string() })])
const guard = fileURLToPath(new URL('./postgres-guard.ts', import.meta.url))

/**
 * Starts a throw-away PostgreSQL on the loopback address, whose new databases have our tables unless they are copied from
 * `template0`. It ends with `stop`, or with this process however
 * that ends, and does not keep this process from ending.
 */
export async function startPostgres(): Promise<PostgresCluster> {
  // Detached: a Ctrl-C in the terminal is for the tests, which then stop it in order.
  const child = spawn(process.execPath, [guard], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const lines = createInterface(child.stdout)
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(lines, 'close').then(() => ['{"failure":"it ended without a word"}']),
  ])
  const message = report.parse(JSON.parse(String(line)))
  if ('failure' in message) throw new Error(`PostgreSQL for the tests does not start: ${message.failure}`)
  await makeTables(message.url)
  child.unref()
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref()
  return {
    url: message.url,
    async stop() {
      child.ref()
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.stdin.end()
      await ended
    },
  }
}

/** Makes the tables in what PostgreSQL copies new databases from. */
async function makeTables(cluster: string): Promise<void> {
  const url = new URL(cluster)
  url.pathname = 'template1'
  const onError = (error: Error) => {
    throw error
  }
  const { close } = await openDatabase({ url: url.href, dataDir: '', onError })
  await close()
}
