import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '../../server/server-process.ts'

type Environment = Readonly<Record<string, string>>
export type WorkerServer = Awaited<ReturnType<typeof start>>

async function start(environment: Environment, hostname: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'restante-site-'))
  // It believes browsers what address they come from, see ownAddress.
  const options = {
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1',
    REQUEST_MIN_ACCOUNT_AGE: '0',
    ...environment,
  }
  const { baseUrl, child, exited, output } = await startServerProcess(dataDir, options, undefined, hostname)
  return {
    /** Origin. */
    baseUrl,
    dataDir,
    output,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * The servers of a worker: one with the usual options for all its tests, and beside it the one with the options asked for
 * last, which ends when others are asked for.
 */
export function keepServers() {
  const usual = keyOf({}, '127.0.0.1')
  const running = new Map<string, Promise<WorkerServer>>()
  const ending: Promise<void>[] = []

  function end(key: string, server: Promise<WorkerServer>): void {
    running.delete(key)
    ending.push(server.then(({ stop }) => stop()))
  }
  return {
    serverWith(environment: Environment, hostname: string): Promise<WorkerServer> {
      const key = keyOf(environment, hostname)
      const known = running.get(key)
      if (known) return known
      if (key !== usual) for (const [other, server] of running) if (other !== usual) end(other, server)
      const started = start(environment, hostname)
      running.set(key, started)
      return started
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const [key, server] of running) end(key, server)
      await Promise.all(ending)
    },
  }
}

function keyOf(environment: Environment, hostname: string): string {
  return JSON.stringify([hostname, Object.entries(environment).toSorted()])
}
