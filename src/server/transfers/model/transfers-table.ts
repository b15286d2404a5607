import { insertSmallBlob } from '#server/platform/blobs/database/database-blobs.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type {
  BlobsRow,
  Database,
  EndToEndSlotsRow,
  FilesRow,
  LinksRow,
  SegmentsRow,
  SlotsRow,
  TransferEnd,
  TransfersRow,
} from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { StoreName } from '#server/schema/store-names.ts'
import { type Announcer, announceEnds } from './announce-transfers.ts'

/** A segment, with the store and the bytes of its blob. */
export type StoredSegment = SegmentsRow &
  Pick<BlobsRow, 'store'> & {
    readonly sealed_size: number
    /** The blob itself, if it is new and kept in the database. */
    readonly content?: Uint8Array
  }

/** A transfer with everything that belongs to it. */
export type NewTransfer = {
  readonly transfer: TransfersRow
  readonly files: readonly FilesRow[]
  readonly slots: readonly SlotsRow[]
  /** Slot of the sender of an end-to-end encrypted transfer. */
  readonly endToEndSlot: EndToEndSlotsRow | undefined
  /** The main one first. */
  readonly links: readonly [LinksRow, ...LinksRow[]]
  /** None when they are in the table already, as those of a resumable upload are. */
  readonly content: readonly StoredSegment[]
}

const insertRow = compileQuery((database, row: Placeholders<TransfersRow>) =>
  database.insertInto('transfers').values(row),
)
const insertFile = compileQuery((database, row: Placeholders<FilesRow>) =>
  database.insertInto('files').values(row),
)
const insertSlot = compileQuery((database, row: Placeholders<SlotsRow>) =>
  database.insertInto('slots').values(row),
)
const insertLink = compileQuery((database, row: Placeholders<LinksRow>) =>
  database.insertInto('links').values(row),
)
const insertBlob = compileQuery((database, row: Placeholders<BlobsRow>) =>
  database.insertInto('blobs').values(row),
)
const insertSegment = compileQuery((database, row: Placeholders<SegmentsRow>) =>
  database.insertInto('segments').values(row),
)
/** Locks the row, so that the sweep decides before this transaction or after it. */
const lockOrphan = compileQuery((database, { blobId }: Placeholders<{ blobId: string }>) =>
  database.selectFrom('orphans').select('removed_at').where('blob_id', '=', blobId).forNoKeyUpdate(),
)

/**
 * Puts a transfer and all that belongs to it where readers find them: the commit point of an upload. To be called within
 * a transaction.
 */
export async function insertTransfer(
  transaction: Database,
  { transfer, files, slots, endToEndSlot, links, content }: NewTransfer,
): Promise<void> {
  await insertRow(transaction, transfer)
  for (const file of files) await insertFile(transaction, file)
  for (const slot of slots) await insertSlot(transaction, slot)
  if (endToEndSlot) await transaction.insertInto('end_to_end_slots').values(endToEndSlot).execute()
  for (const link of links) await insertLink(transaction, link)
  await insertSegments(transaction, content, transfer.created_at)
}

/**
 * Enters blobs and the segments they hold, within a transaction.
 * @throws Failure STORAGE_UNAVAILABLE when the sweep has removed one as an orphan, because this instance stood still for minutes
 *   after the blob was durable: the sender sends it again
 */
export async function insertSegments(
  transaction: Database,
  segments: readonly StoredSegment[],
  now: number,
): Promise<void> {
  for (const { file_id, part, position, blob_id, size, store, sealed_size, content } of segments) {
    const blob = { id: blob_id, store, size: sealed_size, created_at: now, damaged_at: null }
    await insertBlob(transaction, blob)
    if (content) await insertSmallBlob(transaction, blob_id, content)
    // guard: orphans: no row for what was removed -> tests/http/downloads/sweep.test.ts "stood still"
    //   drops else await assertNotRemoved(transaction, blob_id)
    else await assertNotRemoved(transaction, blob_id)
    await insertSegment(transaction, { file_id, part, position, blob_id, size })
  }
}

async function assertNotRemoved(transaction: Database, blobId: string): Promise<void> {
  const { rows } = await lockOrphan(transaction, { blobId })
  if (rows.some(({ removed_at }) => removed_at !== null)) throw new Failure('STORAGE_UNAVAILABLE')
}

/** Every blob of a file, whatever it holds, and its store. */
export async function findBlobsOfFile(
  database: Database,
  fileId: string,
): Promise<{ blob_id: string; store: StoreName }[]> {
  return database
    .selectFrom('segments')
    .innerJoin('blobs', 'blobs.id', 'segments.blob_id')
    .select(['segments.blob_id', 'blobs.store'])
    .where('segments.file_id', '=', fileId)
    .execute()
}

/** The segments of one part of a file, or of an unfinished upload, in order; those of its content unless told. */
export async function findSegments(
  database: Database,
  fileId: string,
  part: SegmentsRow['part'] = 'content',
): Promise<StoredSegment[]> {
  const { rows } = await segmentRows(database, { fileId, part })
  return rows
}

const segmentRows = compileQuery(
  (database, { fileId, part }: Placeholders<{ fileId: string; part: SegmentsRow['part'] }>) =>
    database
      .selectFrom('segments')
      .innerJoin('blobs', 'blobs.id', 'segments.blob_id')
      .selectAll('segments')
      .select(['blobs.store', 'blobs.size as sealed_size'])
      .where('segments.file_id', '=', fileId)
      .where('segments.part', '=', part)
      .orderBy('segments.position'),
)

/** The row of a transfer, ended or not, or undefined for a reference that was never given out or is long forgotten. */
export function findTransfer(database: Database, id: string): Promise<TransfersRow | undefined> {
  return database.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * The row of the transfer that a main link leads to, whatever became of either. With other links nothing is managed or deleted,
 * so that their ids show nothing here.
 */
export function findTransferOfMainLink(
  database: Database,
  linkId: string,
): Promise<TransfersRow | undefined> {
  return database
    .selectFrom('transfers')
    .innerJoin('links', 'links.transfer_id', 'transfers.id')
    .selectAll('transfers')
    .where('links.id', '=', linkId)
    .where('links.kind', '=', 'main')
    .executeTakeFirst()
}

/** Ignores any other state of the transfer. @throws Failure FILE_EXPIRED, FILE_DELETED */
export function assertNotEnded(
  { ended_as, expires_at }: Pick<TransfersRow, 'ended_as' | 'expires_at'>,
  now: number,
): void {
  if (ended_as === 'deleted' || ended_as === 'downloaded') throw new Failure('FILE_DELETED')
  if (ended_as === 'expired' || expires_at <= now) throw new Failure('FILE_EXPIRED')
}

/** The wrapped keys of a transfer; none once it has ended. */
export async function findSlots(database: Database, transferId: string): Promise<SlotsRow[]> {
  const { rows } = await slotRows(database, { transferId })
  return rows
}

const slotRows = compileQuery((database, { transferId }: Placeholders<{ transferId: string }>) =>
  database.selectFrom('slots').selectAll().where('transfer_id', '=', transferId),
)

/** Columns of a transfer that ends: they keep what happened to it, not what it was. */
function endedColumns(endedAs: TransferEnd, now: number) {
  return {
    state: 'ended' as const,
    held_until: null,
    ended_at: now,
    ended_as: endedAs,
    name: '',
    name_folded: '',
    title: null,
    sender_name: null,
    message: null,
    sealed_life_key: new Uint8Array(0),
    uploader_name: null,
    uploader_email: null,
    visitor_hash: null,
  }
}

/**
 * Ends transfers, a thousand at most, within a transaction: keys, tickets, names, messages and recipients are gone with it, and nothing
 * can open them again. Their blobs are left to the sweep. A download that is running when its transfer expires, or when another
 * was the last allowed one, goes on to its end: its reservation stays, without the key.
 * @returns those that had not ended before
 */
export async function endTransfers(
  services: Announcer,
  transaction: Database,
  ids: readonly string[],
  endedAs: TransferEnd,
  now: number,
): Promise<string[]> {
  if (ids.length === 0) return []
  await announceEnds(services, transaction, ids, endedAs)
  const ended = await transaction
    .updateTable('transfers')
    .set(endedColumns(endedAs, now))
    .where('id', 'in', ids)
    .where('state', '!=', 'ended')
    .returning('id')
    .execute()
  // guard: slots end with the transfer -> tests/http/downloads/transfer.test.ts "very millisecond"
  await transaction.deleteFrom('slots').where('transfer_id', 'in', ids).execute()
  await transaction.deleteFrom('request_uploads').where('transfer_id', 'in', ids).execute()
  await transaction.updateTable('files').set({ filename: '' }).where('transfer_id', 'in', ids).execute()
  await transaction
    .updateTable('links')
    .set({ label: null, recipient: null })
    .where('transfer_id', 'in', ids)
    .where(({ eb, or }) => or([eb('label', 'is not', null), eb('recipient', 'is not', null)]))
    .execute()
  const links = transaction.selectFrom('links').select('id').where('transfer_id', 'in', ids)
  if (endedAs === 'deleted') {
    // guard: tickets end with a deletion -> tests/http/downloads/transfer.test.ts "the deletion link deletes"
    await transaction.deleteFrom('reservations').where('link_id', 'in', links).execute()
  } else {
    await transaction
      .deleteFrom('reservations')
      .where('link_id', 'in', links)
      .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '<=', now)]))
      .execute()
    await transaction
      .updateTable('reservations')
      .set({ sealed_key: new Uint8Array(0) })
      .where('link_id', 'in', links)
      .execute()
  }
  return ended.map(({ id }) => id)
}

/** Ends one transfer as deleted; see endTransfers. Returns false when it had ended already. */
export async function endTransfer(
  services: Announcer,
  database: Database,
  id: string,
  now: number,
): Promise<boolean> {
  const end = (transaction: Database) => endTransfers(services, transaction, [id], 'deleted', now)
  const ended = await transact(database, end)
  return ended.length === 1
}
