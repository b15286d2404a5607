import { Kysely } from 'kysely'
import { Pool, types } from 'pg'
import { StartRefused } from '#server/config/config.ts'
import type { Database } from '../database.ts'
import { messageOf } from '../database-failure.ts'
import { ClassifyingPostgresDialect } from './classifying-dialect.ts'

const usualConnections = 10
const connectTimeoutMs = 10_000
/** Longer than any query of ours; parameters in the URL override these four. */
const statementTimeoutMs = 30_000
/**
 * How long a transaction may stand still: that of an instance that does so itself must not keep its rows from others, whose
 * statements wait for them.
 */
const idleTimeoutMs = 15_000
/**
 * After so long without a byte the system asks whether the server is still there, and gives it up ten seconds later: of a machine
 * that has lost its power, or is cut off, nothing else would ever be heard, and its connections would be taken for ever.
 */
const quietMs = 10_000

/** Object ids of built-in types: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const bytea = 17
const int8 = 20
const numeric = 1700

/**
 * Opens a pool of at most `connections` to the PostgreSQL at `url` and asks for one to see that it works. The tables
 * are not touched. `onError` hears of idle connections that break, and `onDamage` is called when the server finds its
 * files damaged; the pool replaces what breaks by itself.
 * @throws StartRefused when the server cannot be reached or refuses; the message holds no password
 */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  onDamage: () => void = () => {},
  connections = usualConnections,
): Promise<Database> {
  const place = describe(url)
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // guard: transaction that stands still -> tests/real-services/instances/stopped-holder.test.ts "within the transaction" on postgres
    idle_in_transaction_session_timeout: idleTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: quietMs,
    types: { getTypeParser },
  })
  pool.on('error', onError)
  // One that breaks while it is used fails its query, which answers for it; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    const { hostname, port } = new URL(url)
    const command = hostname === '' ? 'pg_isready' : `pg_isready -h ${hostname} -p ${port || 5432}`
    throw new StartRefused(
      `PostgreSQL at ${place} cannot be reached: ${messageOf(error)}. See whether it answers: ${command}`,
    )
  }
  return new Kysely({ dialect: new ClassifyingPostgresDialect({ pool }, onDamage) })
}

/** Host, port and database. An unescaped sign in the password would shift the parts, so that is refused. */
function describe(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || parsed.hash || `${parsed.pathname}${parsed.search}`.includes('@')) {
    throw new StartRefused(
      'DATABASE_URL is not valid: special signs in the user name and the password have to be percent-encoded.',
    )
  }
  return `${parsed.host}${parsed.pathname}`
}

/** The same JavaScript types as from SQLite: int8, and sums of it, as number; bytes as plain Uint8Array. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return types.getTypeParser(oid, 'binary')
  if (oid === int8 || oid === numeric) return toSafeInteger
  const parse = types.getTypeParser(oid, 'text')
  return oid === bytea ? (text: string) => new Uint8Array(parse(text)) : parse
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a number in the database is not a safe integer')
  return value
}
