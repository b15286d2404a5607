import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AdminFile, filesQuery } from '#contract/operations/admin.ts'
import { encryptionMethod } from '#contract/transfers/files.ts'
import { findPlace } from '#server/platform/database/counters.ts'
import type { Database, FilesRow, TransfersRow } from '#server/platform/database/database.ts'
import { candidatesOf, contains, maxFound } from '#server/platform/database/search.ts'
import type { Services } from '#server/platform/services.ts'
import { createdHour, findListedHours } from '../maintenance/count-transfers.ts'

type Query = z.output<typeof filesQuery>
/** One that the counters know. */
type CountedQuery = Query & { readonly filter: Exclude<Query['filter'], 'damaged'> }
type Page = { files: AdminFile[]; total: number; page: number; pageSize: number }
type Needs = Pick<Services, 'database' | 'engine' | 'clock'>
type Found = Pick<TransfersRow, 'id' | 'created_at'>

/** People whose transfers a search finds at most, the newest accounts first. */
const maxSenders = 100

/**
 * One page of the transfers, latest first: live and expired ones, not those that were deleted. Their ids are references,
 * which open nothing. A search covers names of transfers and of their senders, and finds the latest thousand.
 */
export async function listFiles(services: Needs, query: Query): Promise<Page> {
  const { page, pageSize } = query
  const from = (page - 1) * pageSize
  const { total, ids } = await findFiles(services, query, from)
  return { files: await readFiles(services.database, ids), total, page, pageSize }
}

function findFiles(services: Needs, query: Query, from: number) {
  const { filter, search: text } = query
  if (filter === 'damaged') return findDamaged(services, query, from)
  return text === ''
    ? findPage(services, { ...query, filter }, from)
    : search(services, { ...query, filter }, from)
}

/** The latest thousand with a blob that is marked; there are few. */
async function findDamaged({ database }: Needs, { search, pageSize }: Query, from: number) {
  const rows = await database
    .selectFrom('transfers')
    .leftJoin('users', 'users.id', 'transfers.owner_id')
    .select('transfers.id')
    .where('transfers.id', 'in', damagedTransfers(database))
    .where('ended_at', 'is', null)
    .$if(search !== '', (query) =>
      query.where(({ or }) => or([contains('name_folded', search), contains('username_folded', search)])),
    )
    .orderBy('transfers.created_at', 'desc')
    .orderBy('transfers.id', 'desc')
    .limit(maxFound)
    .execute()
  return { total: rows.length, ids: rows.slice(from, from + pageSize).map(({ id }) => id) }
}

/** Ids of transfers with a blob that is marked. */
function damagedTransfers(database: Database) {
  return (
    database
      .selectFrom('blobs')
      .innerJoin('segments', 'segments.blob_id', 'blobs.id')
      .innerJoin('files', 'files.id', 'segments.file_id')
      .select('files.transfer_id')
      // A range: only so does SQLite begin with the index.
      .where('blobs.damaged_at', '>', 0)
  )
}

/** The hour in which a page begins is known from the counters: nothing before it is read. */
async function findPage({ database, clock }: Needs, { filter, pageSize }: CountedQuery, from: number) {
  const now = clock.now()
  const hours = await findListedHours(database, filter, now)
  const total = hours.reduce((sum, { amount }) => sum + amount, 0)
  const place = findPlace(hours, from)
  if (!place) return { total, ids: [] }
  const rows = await database
    .selectFrom('transfers')
    .select('id')
    .where(isListed(filter, now))
    .where('created_at', '<', (place.bucket + 1) * createdHour)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(place.before)
    .execute()
  return { total, ids: rows.map(({ id }) => id) }
}

async function search(services: Needs, query: CountedQuery, from: number) {
  const found = new Map<string, Found>()
  for (const row of await findNamed(services, query)) found.set(row.id, row)
  for (const row of await findSent(services, query)) found.set(row.id, row)
  const latest = [...found.values()].toSorted(byTime).slice(0, maxFound)
  return { total: latest.length, ids: latest.slice(from, from + query.pageSize).map(({ id }) => id) }
}

/** Transfers with a text in their name, which those that have ended no longer have. */
function findNamed({ database, engine, clock }: Needs, { search, filter }: CountedQuery): Promise<Found[]> {
  const now = clock.now()
  if (filter === 'expired') {
    return database
      .selectFrom('transfers')
      .select(['id', 'created_at'])
      .where('id', 'in', overdue(database, now))
      .where(contains('name_folded', search))
      .orderBy('created_at', 'desc')
      .limit(maxFound)
      .execute()
  }
  return database
    .selectFrom(candidatesOf(engine.name, 'transfers', search))
    .select(['id', 'created_at'])
    .where(isListed(filter, now))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxFound)
    .execute()
}

/** Those whose time is up and that have not been ended yet, which the next sweep does; the latest of them. */
function overdue(database: Database, now: number) {
  return (
    database
      .selectFrom('transfers')
      .select('id')
      .where('ended_at', 'is', null)
      .where('expires_at', '<=', now)
      // All null: with it PostgreSQL finds the order in its index.
      .orderBy('ended_at', 'desc')
      .orderBy('expires_at', 'desc')
      .limit(maxFound)
  )
}

/** Transfers of people with a text in their name. */
async function findSent(
  { database, engine, clock }: Needs,
  { search, filter }: CountedQuery,
): Promise<Found[]> {
  const people = await database
    .selectFrom(candidatesOf(engine.name, 'users', search))
    .select('id')
    .where(contains('username_folded', search))
    .orderBy('created_at', 'desc')
    .limit(maxSenders)
    .execute()
  if (people.length === 0) return []
  return database
    .selectFrom('transfers')
    .select(['id', 'created_at'])
    .where(
      'owner_id',
      'in',
      people.map(({ id }) => id),
    )
    .where(isListed(filter, clock.now()))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxFound)
    .execute()
}

function isListed(filter: CountedQuery['filter'], now: number): RawBuilder<SqlBool> {
  if (filter === 'active') return sql`ended_as is null and expires_at > ${now}`
  if (filter === 'all') return sql`(ended_as is null or ended_as = 'expired')`
  return sql`(ended_as = 'expired' or (ended_as is null and expires_at <= ${now}))`
}

function byTime(a: Found, b: Found): number {
  return b.created_at - a.created_at || (a.id < b.id ? 1 : -1)
}

async function readFiles(database: Database, ids: readonly string[]): Promise<AdminFile[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('transfers')
    .leftJoin('users', 'users.id', 'transfers.owner_id')
    .leftJoin('files', (join) =>
      // Any of them, the first: those before it may have been removed.
      join.onRef('files.transfer_id', '=', 'transfers.id').on(({ eb, selectFrom }) =>
        eb(
          'files.position',
          '=',
          selectFrom('files as others')
            .select(({ fn }) => fn.min<number>('others.position').as('first'))
            .whereRef('others.transfer_id', '=', 'transfers.id'),
        ),
      ),
    )
    .selectAll('transfers')
    .select(['users.username', 'files.scan'])
    .where('transfers.id', 'in', ids)
    .execute()
  const marked = await damagedTransfers(database).where('files.transfer_id', 'in', ids).execute()
  const damaged = new Set(marked.map(({ transfer_id }) => transfer_id))
  return rows.toSorted(byTime).map((row) => adminFileOf(row, damaged.has(row.id)))
}

function adminFileOf(
  row: TransfersRow & { username: string | null; scan: FilesRow['scan'] | null },
  damaged: boolean,
): AdminFile {
  return {
    id: row.id,
    filename: row.name,
    size: row.size,
    uploader: row.username,
    uploadDate: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    downloadCount: row.downloads,
    isEncrypted: true,
    encryptionMethod: encryptionMethod.parse(row.encryption_method),
    passwordProtected: row.password_protected === 1,
    deleteAfterDownload: row.delete_after_download === 1,
    scan: row.scan ?? 'unscanned',
    damaged,
  }
}
