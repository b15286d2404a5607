import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { readConfig } from '#server/config.ts'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { maintainDatabase } from '#server/operations/maintenance/maintain-database.ts'
import { openServices } from '#server/services.ts'
import { startPostgres } from '#tests/support/databases/postgres-cluster.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { percentile } from '../figures.ts'
import { cpuSeconds } from '../processes.ts'
import { callsOf, password } from './calls.ts'
import { type Amounts, fillDatabase } from './fill-database.ts'
import { benchSweep } from './sweep.ts'

/**
 * Measures the calls of a service that has grown: on a fresh database of each kind, with the server as a process of its own.
 *   npm run bench:million [-- --transfers 1000000 --people 100000 --rounds 50 --on sqlite|postgres --only TEXT]
 */
const { values } = parseArgs({
  options: {
    transfers: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '50' },
    on: { type: 'string', default: 'sqlite,postgres' },
    only: { type: 'string', default: '' },
  },
})
const transfers = Number(values.transfers)
const amounts: Amounts = { transfers, people: Number(values.people), entries: transfers / 2 }
const rounds = Number(values.rounds)
/** What the median and the longest answer may take, in milliseconds. */
const aim = { median: 50, longest: 200 }

async function bench(name: string, environment: Record<string, string>, folder: string): Promise<void> {
  const started = performance.now()
  const config = readConfig({ ...environment, DATA_DIR: folder })
  const services = await openServices(config, pino({ level: 'silent' }), { now: Date.now })
  await createUser(services, { username: 'root', email: 'root@example.org', password, isAdmin: true })
  const heavy = { username: 'heavy', email: 'heavy@example.org', password, isPro: true }
  const { id: heavyOwner } = await createUser(services, heavy)
  const now = Date.now()
  await fillDatabase(services.database, { engine: services.engine.name, amounts, heavyOwner, now })
  await maintainDatabase(services)
  await services.close()
  const { people, entries } = amounts
  console.log(`\n${name}: ${transfers} transfers, ${people} people, ${entries} entries of the audit log,`)
  console.log(`filled in ${seconds(started)}; the load of the machine is ${loadavg()[0]?.toFixed(1)}`)
  const server = await startServer(environment, folder)
  try {
    const calls = values.only === 'sweep' ? {} : await callsOf(server.baseUrl, amounts)
    for (const [what, call] of Object.entries(calls)) {
      if (what.includes(values.only)) print(what, await time(call, server.child.pid))
    }
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
  }
  if (values.only === '' || values.only === 'sweep')
    await benchSweep(config, () => startServer(environment, folder))
}

async function startServer(environment: Record<string, string>, folder: string) {
  const started = performance.now()
  const settings = { LOG_LEVEL: 'error', RATE_LIMITS: 'off', NODE_COMPILE_CACHE: resolve('dist/compiled') }
  const server = await startServerProcess(folder, { ...settings, ...environment })
  console.log(`started in ${seconds(started)}`)
  return server
}

/** The first call apart from the others; what it costs the server's processor says more where others are at work, too. */
async function time(call: () => Promise<unknown>, pid: number | undefined) {
  const pids = pid === undefined ? [] : [pid]
  const before = await cpuSeconds(pids)
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
  }
  return { times, cpu: (((await cpuSeconds(pids)) - before) / times.length) * 1000 }
}

function print(what: string, { times: all, cpu }: Awaited<ReturnType<typeof time>>): void {
  const [first = Number.NaN, ...times] = all
  const median = percentile(times, 0.5)
  const longest = percentile(times, 1)
  const columns = [first, median, longest, cpu].map((value) => value.toFixed(1).padStart(8)).join('')
  const verdict = median < aim.median && longest < aim.longest && first < aim.longest ? '' : '  TOO SLOW'
  console.log(`${what.padEnd(24)} first, median, longest, the server's CPU ${columns} ms${verdict}`)
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

async function onFreshDatabase(name: string, environment: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'restante-million-'))
  try {
    await bench(name, environment, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (values.on.includes('sqlite')) await onFreshDatabase('SQLite', {})
if (values.on.includes('postgres')) {
  const postgres = await startPostgres()
  try {
    await onFreshDatabase('PostgreSQL', {
      DATABASE_URL: postgres.url,
      MASTER_KEYS: newMasterKeyText('k1'),
    })
  } finally {
    await postgres.stop()
  }
}
