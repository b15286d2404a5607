import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Client } from 'pg'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { maintainDatabase } from '#server/operations/maintenance/maintain-database.ts'
import type { Engine } from '#server/schema/engine.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { startMailingServer } from '#tests/support/transfers/recipients.ts'
import { metricsToken, password } from '../../bench/million/calls.ts'
import { fillDatabase } from '../../bench/million/fill-database.ts'
import { recordQueries } from './recorded-queries.ts'
import { runThroughAll } from './run-through-all.ts'

/** Tables that grow with what is sent and by whom. */
const large = [
  ...['requests', 'request_uploads', 'request_archives'],
  ...['transfers', 'files', 'links', 'slots', 'blobs', 'small_blobs', 'segments', 'reservations'],
  ...['transfer_events', 'events', 'audit_log', 'notifications', 'uploads', 'upload_steps'],
  ...['users', 'contacts', 'ml_kem_pairs', 'rsa_pairs', 'mail_codes', 'mail_outbox', 'stopped_addresses'],
  ...['sent_mails', 'consents'],
  ...[
    'sessions',
    'api_keys',
    'totp',
    'recovery_codes',
    'passkeys',
    'passkey_challenges',
    'sign_in_challenges',
    'known_devices',
    'reset_tokens',
    'identities',
    'oidc_sign_ins',
    'email_verifications',
  ],
  ...['failed_attempts', 'rate_limits'],
]

/** Statements that read a large table from end to end, or until they have enough, and why they may. */
const reasons: readonly { readonly text: RegExp; readonly because: string }[] = [
  {
    text: /on users:|^SCAN users USING (?:COVERING )?INDEX users_(?:pro|inactive|created_at.*(?:where true|is_active = 1|select "username", "created_at")).*order by "created_at" desc.*limit/,
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
    text: /INDEX \w+: select "\w+"(?: as "at")? from "\w+" (?:where "network" is not null )?order by "\w+" limit \?$/,
    because: 'the oldest of a kind is the first row of an index',
  },
  {
    text: /select "created_at" from "transfers" where "ended_as" is null and "expires_at" > \S+ order by "created_at" limit \S+$/,
    because:
      'the oldest live transfer comes after those that have ended in the last month, every ten minutes',
  },
  {
    text: /from "?(?:events|mail_outbox)"?\s+where \("not_before" <= \S+ or "not_before" > \S+\)/,
    because: 'the first event in the order of the index is due, or few are',
  },
  {
    text: /update "reservations" set "until" = \S+ where "until" > \S+$/,
    because: 'a ticket goes when its time is up: there are those of the moment',
  },
  {
    text: /^(?:SCAN|Seq Scan on) \w+: \s*select "\w+" as id, "\w+" as text from "\w+"\s+where lower\("\w+"\) like \S+/,
    because:
      'an erasure looks for an address in the texts of others, rarely, where no other call waits for it',
  },
  { text: /: select count\(\*\) as "rows" from "\w+"$/, because: 'the length of a queue, for the metrics' },
  {
    text: /update "mail_outbox" set "not_before" = \S+ where "kind"|: select "id" from "mail_outbox"$/,
    because: 'asked by the test itself',
  },
]

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

/** Totals and lists of a portal that would read the rows of all that a person owns, and not an index alone. */
function findRowsReadOfOwners({ dataDir }: DatabasePlace, texts: ReadonlySet<string>): string[] {
  const connection = new DatabaseSync(join(dataDir, 'restante.sqlite'))
  const ofOwners = [...texts].filter((text) =>
    /sum\("(?:size|downloads)"\).*"owner_id" =|order by "transfers"\."downloads"/.test(text),
  )
  assert.ok(ofOwners.length >= 2)
  const read = ofOwners.filter((text) => {
    const plan = connection.prepare(`explain query plan ${text}`).all()
    return !plan.some(({ detail }) =>
      /transfers USING COVERING INDEX transfers_owner_id/.test(String(detail)),
    )
  })
  connection.close()
  return read
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

/**
 * What PostgreSQL would sort before it has the first transfers to end: with a hundred thousand that expired at once, all of
 * them for each set. Where an index has the order it is used, however few rows there are.
 */
async function findSortsOfPostgres({ url }: DatabasePlace, texts: ReadonlySet<string>): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const sorts: string[] = []
  const byEnd = [...texts].filter((text) =>
    /from "transfers".*"ended_at" is null.*"expires_at"[^)]* limit/.test(text),
  )
  assert.ok(byEnd.length >= 3)
  try {
    for (const setting of ['enable_sort', 'enable_incremental_sort', 'enable_bitmapscan'])
      await client.query(`set ${setting} = off`)
    for (const text of byEnd) {
      const { rows } = await client.query(`explain (generic_plan) ${text}`)
      if (/Sort Key/.test(JSON.stringify(rows))) sorts.push(text)
    }
  } finally {
    await client.end()
  }
  return sorts
}

async function recordAll(engine: Engine, at: DatabasePlace): Promise<ReadonlySet<string>> {
  await using server = await startMailingServer({
    ...at,
    environment: { RATE_LIMITS: 'off', METRICS_TOKEN: metricsToken },
  })
  const { services, clock } = server
  await createUser(services, { username: 'root', email: 'root@example.org', password, isAdmin: true })
  const heavy = { username: 'heavy', email: 'heavy@example.org', password }
  const { id: heavyOwner } = await createUser(services, heavy)
  const amounts = { transfers: 3000, people: 1000, entries: 500 }
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
    if (engine === 'sqlite') assert.deepEqual(findRowsReadOfOwners(at, texts), [])
    else assert.deepEqual(await findSortsOfPostgres(at, texts), [])
    const without = scans.filter((scan) => !reasons.some(({ text }) => text.test(scan)))
    assert.deepEqual(without, [])
  })
})
