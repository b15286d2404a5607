import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Client } from 'pg'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { sweepAccounts } from '#server/identity/accounts/sweep-accounts.ts'
import { purgeEntries } from '#server/operations/audit/audit-entries.ts'
import { maintainDatabase } from '#server/operations/maintenance/maintain-database.ts'
import { findState } from '#server/operations/metrics/find-state.ts'
import type { Engine } from '#server/platform/database/database-engine.ts'
import { fillAccount } from '#tests/support/accounts/account-with-everything.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { callsOf, password } from '../../bench/million/calls.ts'
import { fillDatabase } from '../../bench/million/fill-database.ts'
import { recordQueries } from './recorded-queries.ts'

const HOUR = 60 * 60_000

/** Tables that grow with what is sent and by whom. */
const large = [
  'transfers',
  'files',
  'links',
  'slots',
  'blobs',
  'small_blobs',
  'segments',
  'transfer_events',
  'events',
  'audit_log',
  'users',
  'sessions',
  'contacts',
  'notifications',
]

/** Statements that read a large table from end to end, or until they have enough, and why they may. */
const reasons: readonly { readonly text: RegExp; readonly because: string }[] = [
  {
    text: /on users:|^SCAN users USING (?:COVERING )?INDEX users_created_at.*order by "created_at" desc.*limit/,
    because:
      'a page of all people is counted off in an index that holds all it needs: 100 000 take some milliseconds',
  },
  {
    text: /looked_through/,
    because: 'for a text of one or two signs the latest ten thousand are looked through',
  },
  {
    text: /"transfers"\."ended_as" is null order by "transfers"\."created_at" desc limit/,
    because: 'the latest ten live transfers are near the end of the index',
  },
  {
    text: /from "events" where \("not_before" <= \S+ or "not_before" > \S+\)/,
    because: 'the first event in the order of the index is due, or few are',
  },
  { text: /select count\(\*\) as "rows" from "events"/, because: 'the length of the queue, for the metrics' },
]

/** Does whatever there is to do, on a database that is not empty. */
async function runThroughAll(server: TestServer, amounts: Parameters<typeof callsOf>[1]): Promise<void> {
  const { services, clock } = server
  for (const call of Object.values(await callsOf(server.baseUrl, amounts))) await call()
  const person = await signUp(server, 'ada')
  await fillAccount(server, person)
  await person.client.call('previewErasure')
  await person.client.call('logout', { body: {} })
  await findState(services)
  clock.advance(11 * HOUR + 30 * 60_000)
  await server.sweep()
  clock.advance(40 * 24 * HOUR)
  await server.sweep()
  await server.deliverMail()
  await sweepAccounts(services)
  await purgeEntries(services)
}

/** What SQLite says of each statement that it would read a large table for without looking anything up. */
function findScansOfSqlite({ dataDir }: DatabasePlace, texts: ReadonlySet<string>): string[] {
  const connection = new DatabaseSync(join(dataDir, 'restante.sqlite'))
  const scans: string[] = []
  for (const text of texts) {
    if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) continue
    for (const { detail } of connection.prepare(`explain query plan ${text}`).all()) {
      const [, table = ''] = /^SCAN (\w+)/.exec(String(detail)) ?? []
      if (large.includes(table)) scans.push(`${detail}: ${text}`)
    }
  }
  connection.close()
  return scans
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** What PostgreSQL has no index for. That it reads one from end to end, SQLite says of the same statements. */
async function findScansOfPostgres({ url }: DatabasePlace, texts: ReadonlySet<string>): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const scans: string[] = []
  try {
    await client.query('vacuum analyze')
    // What has an index uses it then, however few rows there are.
    await client.query('set enable_seqscan = off')
    for (const text of texts) {
      if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) continue
      const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
      const visit = (plan: Plan) => {
        const table = plan['Relation Name'] ?? ''
        if (large.includes(table) && plan['Node Type'] === 'Seq Scan')
          scans.push(`${plan['Node Type']} on ${table}: ${text}`)
        plan.Plans?.forEach(visit)
      }
      visit(rows[0]['QUERY PLAN'][0].Plan)
    }
  } finally {
    await client.end()
  }
  return scans
}

async function recordAll(engine: Engine, at: DatabasePlace): Promise<ReadonlySet<string>> {
  await using server = await startServer({ ...at, environment: { RATE_LIMITS: 'off' } })
  const { services, clock } = server
  await createUser(services, { username: 'root', email: 'root@example.org', password, isAdmin: true })
  const heavy = { username: 'heavy', email: 'heavy@example.org', password }
  const { id: heavyOwner } = await createUser(services, heavy)
  const amounts = { transfers: 1000, people: 1000, entries: 500 }
  await fillDatabase(services.database, { engine, amounts, heavyOwner, now: clock.now() })
  const recorded = recordQueries()
  // Plans are made for as many rows as there are now.
  await maintainDatabase(services)
  try {
    await runThroughAll(server, amounts)
    return recorded.texts
  } finally {
    recorded.stop()
  }
}

forEachDatabase('every query', ({ engine, place }) => {
  test('looks up what it needs of a large table, or has a reason not to', async () => {
    const at = await place()
    const texts = await recordAll(engine, at)
    assert.ok(texts.size > 150, `${texts.size} statements`)
    const find = engine === 'sqlite' ? findScansOfSqlite : findScansOfPostgres
    const scans = await find(at, texts)
    const without = scans.filter((scan) => !reasons.some(({ text }) => text.test(scan)))
    assert.deepEqual(without, [])
  })
})
