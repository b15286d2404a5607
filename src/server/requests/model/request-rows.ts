import type { OwnRequest } from '#contract/requests/requests.ts'
import { fingerprintWords } from '#end-to-end/format/key-words.ts'
import { browserKeyFacts, fingerprintOf } from '#server/keys/key-pairs.ts'
import type {
  Database,
  MlKemPairsRow,
  RequestsRow,
  XWingPairsRow,
} from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { lockOf, stateOf } from '../../transfers/sender/visitors/find-request.ts'
import { readAsks, readNames, readTypes } from '../../transfers/sender/visitors/request-fields.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'config'>

/** A request of a person. @throws Failure REQUEST_NOT_FOUND, also for someone else's */
export async function findOwnRequest(database: Database, ownerId: string, id: string): Promise<RequestsRow> {
  const row = await database
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!row) throw new Failure('REQUEST_NOT_FOUND')
  return row
}

/** Requests as their owner sees them, in the order given. */
export async function describeRequests(
  { database, clock, config }: Needs,
  rows: readonly RequestsRow[],
): Promise<OwnRequest[]> {
  if (rows.length === 0) return []
  const now = clock.now()
  const keys = await findKeys(database, rows)
  const arrived = await countArrived(database, rows, now)
  return rows.map((row) => {
    const { unopened = 0, kept = null } = arrived.get(row.id) ?? {}
    return {
      id: row.id,
      url: `${config.publicUrl}/r/${row.id}`,
      state: stateOf(row, now),
      title: row.title,
      instructions: row.instructions,
      checklist: readNames(row.checklist),
      until: new Date(row.until).toISOString(),
      uploadsLimit: row.uploads_limit,
      largestUpload: row.largest_upload,
      bytesLimit: row.bytes_limit,
      types: readTypes(row.types),
      hasPassword: row.password_hash !== null,
      asks: readAsks(row.asks),
      keepFor: row.keep_for,
      lock: lockOf(row),
      key: keys.get(row.pair_id ?? row.browser_pair_id ?? '') ?? null,
      arrived: row.uploads,
      files: row.files,
      bytes: row.bytes,
      unopened,
      keptUntil: kept === null ? null : new Date(kept).toISOString(),
      createdAt: new Date(row.created_at).toISOString(),
      closedAt: row.closed_at === null ? null : new Date(row.closed_at).toISOString(),
      isDisabled: row.disabled_at !== null,
    }
  })
}

/** One request, as its owner sees it. */
export async function describeRequest(services: Needs, row: RequestsRow): Promise<OwnRequest> {
  const [request] = await describeRequests(services, [row])
  if (!request) throw new Failure('REQUEST_NOT_FOUND')
  return request
}

/** Parts of a key that people compare. */
export function keyOf({ algorithm, public_key }: Pick<MlKemPairsRow, 'algorithm' | 'public_key'>) {
  const fingerprint = fingerprintOf(public_key)
  return { algorithm, fingerprint, words: fingerprintWords(Buffer.from(fingerprint, 'hex')) }
}

/** The same of a key that visitors seal for. */
export function browserKeyOf({ public_key }: Pick<XWingPairsRow, 'public_key'>) {
  const { fingerprint, words } = browserKeyFacts(public_key)
  return { algorithm: 'x-wing', fingerprint, words } as const
}

/** The keys that lock requests, by the ids of their pairs. */
async function findKeys(
  database: Database,
  rows: readonly RequestsRow[],
): Promise<ReadonlyMap<string, NonNullable<OwnRequest['key']>>> {
  const ids = rows.flatMap(({ pair_id }) => (pair_id === null ? [] : [pair_id]))
  const browserIds = rows.flatMap(({ browser_pair_id }) =>
    browser_pair_id === null ? [] : [browser_pair_id],
  )
  const pairs =
    ids.length === 0
      ? []
      : await database.selectFrom('ml_kem_pairs').selectAll().where('id', 'in', ids).execute()
  const browserPairs =
    browserIds.length === 0
      ? []
      : await database.selectFrom('x_wing_pairs').selectAll().where('id', 'in', browserIds).execute()
  return new Map<string, NonNullable<OwnRequest['key']>>([
    ...pairs.map((pair) => [pair.id, keyOf(pair)] as const),
    ...browserPairs.map((pair) => [pair.id, browserKeyOf(pair)] as const),
  ])
}

/** Counts the unopened uploads of each request, with the time until which the last is kept. */
async function countArrived(database: Database, rows: readonly RequestsRow[], now: number) {
  const counts = await database
    .selectFrom('transfers')
    .innerJoin('links', 'links.transfer_id', 'transfers.id')
    .where('links.kind', '=', 'main')
    .where(
      'transfers.request_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('transfers.ended_as', 'is', null)
    .where('transfers.expires_at', '>', now)
    .groupBy('transfers.request_id')
    .select(({ fn, eb }) => [
      'transfers.request_id',
      fn.max<number>('transfers.expires_at').as('kept'),
      fn.sum<number>(eb.case().when('links.opened_at', 'is', null).then(1).else(0).end()).as('unopened'),
    ])
    .execute()
  return new Map(counts.map(({ request_id, ...count }) => [request_id, count]))
}
