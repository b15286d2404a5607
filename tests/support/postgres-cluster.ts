import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

export type PostgresCluster = {
  /** Address of the database `postgres`, as superuser. */
  url: string
  /** Resolves when the server has ended and its files are gone. */
  stop(): Promise<void>
}

const report = z.union([z.object({ url: z.string() }), z.object({ failure: z.string() })])
const guard = fileURLToPath(new URL('./postgres-guard.ts', import.meta.url))

/**
 * Starts a throw-away PostgreSQL on the loopback address. It ends with `stop`, or with this process however
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
