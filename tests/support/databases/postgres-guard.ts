import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type PostgresAccount, postgresAccount } from './postgres-account.ts'
import { copyPostgres } from './postgres-binaries.ts'

/**
 * Runs one throw-away PostgreSQL for as long as its standard input stays open, and then stops and removes it:
 * even a starter that is killed leaves nothing behind. Prints one line of JSON, `{ url }` or `{ failure }`.
 */
const starter = new AbortController()
process.stdin.on('close', () => starter.abort()).resume()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => starter.abort())

const superuser = 'postgres'
const attempts = 5

/** Nothing here outlives the tests, so nothing waits for a disk. Commits stay synchronous as tests look at it. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '32MB',
  fsync: 'off',
  full_page_writes: 'off',
  jit: 'off',
  autovacuum: 'off',
}

const folder = await mkdtemp(join(tmpdir(), 'restante-postgres-'))
try {
  const { url, server } = await startCluster()
  report({ url })
  await Promise.race([untilStopped(), once(server, 'exit')])
  await end(server)
} catch (error) {
  if (!starter.signal.aborted) report({ failure: error instanceof Error ? error.message : String(error) })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

function report(message: { url: string } | { failure: string }): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

async function untilStopped(): Promise<void> {
  if (!starter.signal.aborted) await once(starter.signal, 'abort')
}

async function startCluster(): Promise<{ url: string; server: ChildProcess }> {
  const account = postgresAccount()
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  const data = join(folder, 'data')
  const binaries = await copyPostgres(join(folder, 'postgres'))
  await writeFile(passwordFile, password, { mode: 0o600 })
  await mkdir(data, { mode: 0o700 })
  if (account) {
    for (const path of [folder, passwordFile, data]) await chown(path, account.uid, account.gid)
  }
  await initialise(binaries.initdb, [`--pgdata=${data}`, `--pwfile=${passwordFile}`], account)
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    try {
      const server = await serve(binaries.postgres, ['-D', data, '-p', String(port)], account)
      return { url: `postgresql://${superuser}:${password}@127.0.0.1:${port}/postgres`, server }
    } catch (error) {
      // Someone else may have taken the port by now.
      if (attempt === attempts || starter.signal.aborted) throw error
    }
  }
}

async function initialise(program: string, places: string[], account: PostgresAccount | undefined) {
  const options = [
    '--no-locale',
    '--encoding=UTF8',
    '--auth=scram-sha-256',
    '--no-sync',
    '--no-data-checksums',
  ]
  const child = spawn(program, [...places, ...options, `--username=${superuser}`, '--wal-segsize=1'], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: starter.signal,
  })
  const lines: string[] = []
  createInterface(child.stderr).on('line', (line) => lines.push(line))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`initdb failed: ${lines.join(' ')}`)
}

/** Starts the server and resolves once it says, in the untranslated messages of --no-locale, that it is ready. */
async function serve(program: string, places: string[], account: PostgresAccount | undefined) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(program, [...places, ...flags], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    starter.signal.addEventListener('abort', () => reject(new Error('stopped while starting')))
    server.on('error', reject)
    server.on('close', () => reject(new Error(`postgres failed: ${lines.join(' ')}`)))
    createInterface(server.stderr).on('line', (line) => {
      if (lines.length < 20) lines.push(line)
      if (line.includes('database system is ready to accept connections')) resolve()
    })
  })
  try {
    await ready
    return server
  } catch (error) {
    await end(server)
    throw error
  }
}

/** SIGQUIT is PostgreSQL's immediate shutdown: no checkpoint, as the data is thrown away. */
async function end(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGQUIT')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no TCP port to be had')
  return address.port
}
