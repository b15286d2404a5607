import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pino from 'pino'
import { addressOf } from '#client/address-of.ts'
import { type Client, createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { routes } from '#contract/routes.ts'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { readConfig } from '#server/config.ts'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { openServices } from '#server/services.ts'
import { opened } from '#tests/support/accounts/accounts.ts'
import { startPostgres } from '../support/databases/postgres-cluster.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { percentile } from './figures.ts'
import { type Seed, seed } from './seed.ts'

/**
 * Measures every call of administrators in a service with many people and files, on both databases.
 *   node tests/bench/admin.ts [--files 100000] [--users 10000] [--rounds 15]
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '100000' },
    users: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '15' },
  },
})
const amounts: Seed = { files: Number(values.files), users: Number(values.users), entries: 50_000 }
const rounds = Number(values.rounds)
/** What an answer may take at the most, in milliseconds. */
const aim = 100
const password = 'correct horse battery staple'

/** Every call, made with what the lists have given. */
function callsOf(client: Client, ids: { users: string[]; files: string[] }) {
  const list = (name: 'adminUsers' | 'adminFiles' | 'auditLog', query: Record<string, string | number>) =>
    client.call(name, { query })
  let made = 0
  return {
    dashboard: () => client.call('adminDashboard'),
    system: () => client.call('adminSystem'),
    'users, first page': () => list('adminUsers', {}),
    'users, last page': () => list('adminUsers', { page: Math.ceil(amounts.users / 20) }),
    'users, search': () => list('adminUsers', { search: 'mail7' }),
    'users, pro': () => list('adminUsers', { filter: 'pro' }),
    'users, active': () => list('adminUsers', { filter: 'active', page: 100 }),
    'files, first page': () => list('adminFiles', {}),
    'files, last page': () => list('adminFiles', { page: Math.ceil((amounts.files * 0.95) / 20) }),
    'files, search': () => list('adminFiles', { search: 'größe' }),
    'files, rare search': () => list('adminFiles', { search: 'report-777' }),
    'files, active': () => list('adminFiles', { filter: 'active', page: 50 }),
    'files, expired': () => list('adminFiles', { filter: 'expired' }),
    'files, expired search': () => list('adminFiles', { filter: 'expired', search: 'person-99' }),
    'one user': () => client.call('adminUser', { params: { id: ids.users[0] ?? '' } }),
    'change a user': async () => {
      const id = ids.users[made++ % ids.users.length] ?? ''
      const body = {
        username: `changed-${made}`,
        email: `changed-${made}@example.org`,
        isActive: true,
        isPro: made % 2 === 0,
        storageLimit: 1000,
      }
      await client.call('updateUser', { params: { id }, body })
    },
    'make a user': () => {
      made += 1
      const body = { username: `made-${made}`, email: `made-${made}@example.org`, password }
      return client.call('createUser', { body })
    },
    'delete a user': () => client.call('deleteUser', { params: { id: ids.users.pop() ?? '' } }),
    'delete a file': () => client.call('adminDeleteFile', { params: { id: ids.files.pop() ?? '' } }),
    'clean up files': () => client.call('cleanUpFiles', { body: { cleanupType: 'expired' } }),
    'clean up sessions': () => client.call('cleanUpSessions'),
    'clean up limits': () => client.call('cleanUpRateLimits'),
    'audit log': () => list('auditLog', {}),
    'audit log, search': () => list('auditLog', { search: 'person-77', filter: 'session' }),
    maintenance: () => client.call('maintenance'),
    'enable maintenance': () => client.call('enableMaintenance', { body: {} }),
    'disable maintenance': () => client.call('disableMaintenance'),
    backups: () => client.call('backups'),
  } satisfies Record<string, () => Promise<unknown>>
}

async function bench(name: string, environment: Record<string, string>, folder: string): Promise<void> {
  const config = readConfig({ ...environment, DATA_DIR: folder })
  const services = await openServices(config, pino({ level: 'silent' }), { now: Date.now })
  const started = performance.now()
  await seed(services.database, amounts, Date.now())
  await createUser(services, { username: 'root', email: 'root@example.org', password, isAdmin: true })
  // What autovacuum does within minutes of so many new rows.
  if (config.DATABASE_URL !== undefined) await sql`vacuum analyze`.execute(services.database)
  await services.close()
  console.log(
    `\n${name}: ${amounts.files} files, ${amounts.users} users, ${amounts.entries} entries of the audit log, seeded in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  const server = await startServerProcess(folder, { ...environment, LOG_LEVEL: 'warn' })
  try {
    const { baseUrl } = server
    const anybody = createClient({ baseUrl, schemas: endpoints })
    const { token } = opened(await anybody.call('login', { body: { username: 'root', password } }))
    const client = createClient({ baseUrl, schemas: endpoints, getToken: () => token })
    const people = await client.call('adminUsers', { query: { pageSize: 100, page: 2 } })
    const live = await client.call('adminFiles', { query: { pageSize: 100, filter: 'active' } })
    const ids = { users: people.users.map(({ id }) => id), files: live.files.map(({ id }) => id) }
    for (const [what, call] of Object.entries(callsOf(client, ids))) print(what, await time(call))
    // Not answers but work, whose length is that of what there is.
    const everything = addressOf(baseUrl, routes.exportAuditLog, { query: { format: 'csv' } })
    const headers = { authorization: `Bearer ${token}` }
    await report('audit log, exported', async () => (await fetch(everything, { headers })).text())
    await report('a backup', () => client.call('createBackup'))
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
  }
}

async function report(what: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`${what.padEnd(22)}  ${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s`)
}

async function time(call: () => Promise<unknown>): Promise<number[]> {
  await call()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
  }
  return times
}

function print(what: string, times: readonly number[]): void {
  const [middle, worst] = [percentile(times, 0.5), percentile(times, 1)]
  const verdict = middle < aim ? '' : '  TOO SLOW'
  console.log(
    `${what.padEnd(22)}  ${middle.toFixed(1).padStart(7)} ms  worst ${worst.toFixed(1).padStart(7)} ms${verdict}`,
  )
}

const postgres = await startPostgres()
try {
  for (const [name, environment] of [
    ['SQLite', {}],
    ['PostgreSQL', { DATABASE_URL: postgres.url, MASTER_KEYS: newMasterKeyText('k1') }],
  ] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'restante-bench-'))
    try {
      await bench(name, { ...environment }, folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
} finally {
  await postgres.stop()
}
