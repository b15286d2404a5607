import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { addressOf } from '#client/address-of.ts'
import { routes } from '#contract/routes.ts'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { openServices } from '#server/app/services.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { maintainDatabase } from '#server/operations/maintenance/maintain-database.ts'
import { startPostgres } from '#tests/support/databases/postgres-cluster.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { percentile } from '../figures.ts'
import { cpuSeconds } from '../processes.ts'
import { benchBackup } from './backup.ts'
import { callsOf, metricsToken, password, signIn } from './calls.ts'
import { type Amounts, fillDatabase } from './fill-database.ts'
import { benchSweep } from './sweep.ts'

/**
 * Measures the calls of a service that has grown, with the server as a process of its own, and 64 uploads that run meanwhile.
 *   npm run bench:million [-- --transfers 1000000 --people 100000 --rounds 50 --uploads 64 --rate 250000]
 *     [--on sqlite|postgres] [--parts calls,backup,sweep] [--only TEXT] [--expire 100000] [--data FOLDER] [--url POSTGRESQL]
 * What --data and --url name stays, and is filled only when it is empty; otherwise the databases are fresh ones.
 */
const { values } = parseArgs({
  options: {
    transfers: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '50' },
    uploads: { type: 'string', default: '64' },
    rate: { type: 'string', default: '250000' },
    on: { type: 'string', default: 'sqlite,postgres' },
    expire: { type: 'string', default: '100000' },
    parts: { type: 'string', default: 'calls,backup,sweep' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
    url: { type: 'string' },
  },
})
const transfers = Number(values.transfers)
const amounts: Amounts = { transfers, people: Number(values.people), entries: transfers / 2 }
const rounds = Number(values.rounds)
/** What the median and the longest answer may take, in milliseconds. */
const aim = { median: 50, longest: 200 }

async function bench(name: string, environment: Record<string, string>, folder: string): Promise<void> {
  const config = readConfig({ ...environment, DATA_DIR: folder })
  console.log(`\n${name}, with a load of ${loadavg()[0]?.toFixed(1)} on the machine`)
  await fillIfEmpty(config)
  const start = () => startServer(environment, folder)
  if (values.parts.includes('calls') || values.parts.includes('backup')) {
    const server = await start()
    try {
      await benchCalls(server)
    } finally {
      server.child.kill('SIGTERM')
      await server.exited
    }
  }
  if (values.parts.includes('sweep')) await benchSweep(config, Number(values.expire), start)
}

type Server = Awaited<ReturnType<typeof startServer>>

async function benchCalls({ baseUrl, child }: Server): Promise<void> {
  const calls = Object.entries(await callsOf(baseUrl, amounts)).filter(([what]) => what.includes(values.only))
  if (values.parts.includes('calls')) {
    const uploads = keepUploading(baseUrl)
    for (const [what, call] of calls) print(what, await time(call, child.pid))
    uploads?.kill()
    if (uploads && uploads.exitCode === null && uploads.signalCode === null) await once(uploads, 'exit')
  }
  if (values.parts.includes('backup')) {
    const [admin, heavy] = [await signIn(baseUrl, 'root'), await signIn(baseUrl, 'heavy')]
    const { files } = await heavy.call('ownFiles', { query: {} })
    const info = addressOf(baseUrl, routes.fileInfo, { params: { id: files[0]?.id ?? '' } })
    await benchBackup(admin, info, Object.fromEntries(calls.filter(([what]) => !what.startsWith('delete'))))
  }
}

async function fillIfEmpty(config: Config): Promise<void> {
  const started = performance.now()
  const services = await openServices(config, pino({ level: 'silent' }), { now: Date.now })
  try {
    const { database, engine } = services
    if (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
    await createUser(services, { username: 'root', email: 'root@example.org', password, isAdmin: true })
    const heavy = { username: 'heavy', email: 'heavy@example.org', password, isPro: true }
    const { id: heavyOwner } = await createUser(services, heavy)
    await fillDatabase(database, { engine: engine.name, amounts, heavyOwner, now: Date.now() })
    await maintainDatabase(services)
  } finally {
    await services.close()
  }
  const { people, entries } = amounts
  console.log(
    `${transfers} transfers, ${people} people, ${entries} entries of the audit log, filled in ${seconds(started)}`,
  )
}

function keepUploading(baseUrl: string): ChildProcess | undefined {
  if (Number(values.uploads) === 0) return undefined
  const program = new URL('uploads.ts', import.meta.url).pathname
  const address = addressOf(baseUrl, routes.putFile, { params: { filename: 'bench.bin' } })
  const words = [program, address, values.uploads, values.rate]
  return spawn(process.execPath, words, { stdio: ['ignore', 'inherit', 'inherit'] })
}

async function startServer(environment: Record<string, string>, folder: string) {
  const started = performance.now()
  const server = await startServerProcess(folder, {
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    METRICS_TOKEN: metricsToken,
    ...environment,
  })
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

/** In the folder that was named, or in one that is gone afterwards. */
async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  if (values.data !== undefined) {
    await mkdir(values.data, { recursive: true })
    return work(values.data)
  }
  const folder = await mkdtemp(join(tmpdir(), 'restante-million-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keptKeys(path: string): Promise<string> {
  if (!existsSync(path)) await writeFile(path, newMasterKeyText('k1'), { mode: 0o600 })
  return readFile(path, 'utf8')
}

async function onPostgres(folder: string): Promise<void> {
  const postgres = values.url === undefined ? await startPostgres() : undefined
  const url = values.url ?? postgres?.url ?? ''
  try {
    const keys = await keptKeys(join(folder, 'master-keys'))
    await bench('PostgreSQL', { DATABASE_URL: url, MASTER_KEYS: keys }, folder)
  } finally {
    await postgres?.stop()
  }
}

if (values.on.includes('sqlite')) await withFolder((folder) => bench('SQLite', {}, folder))
if (values.on.includes('postgres')) await withFolder(onPostgres)
