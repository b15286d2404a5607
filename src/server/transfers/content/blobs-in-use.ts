import type { Database, SegmentsRow } from '#server/platform/database/database.ts'
import type { StoreName } from '#server/schema/store-names.ts'
import { keptUntil } from '../model/kept-transfers.ts'

const pageLength = 500

/** A blob that must be whole, and what it belongs to. */
export type BlobInUse = {
  readonly id: string
  readonly store: StoreName
  readonly fileId: string
  readonly part: SegmentsRow['part']
  readonly position: number
  /** Plaintext bytes. */
  readonly size: number
  readonly damagedAt: number | null
  /** Reference of its transfer; null for an upload under way. */
  readonly transferId: string | null
  /** Until when its transfer needs it, see keptUntil; null for an upload under way. */
  readonly keptUntil: number | null
}

/** The blobs of all transfers that have not ended and of uploads under way, in the order of their ids. */
export async function* blobsInUse(database: Database): AsyncGenerator<BlobInUse, void> {
  let after = ''
  for (;;) {
    const rows = await database
      .selectFrom('blobs')
      .innerJoin('segments', 'segments.blob_id', 'blobs.id')
      .leftJoin('files', 'files.id', 'segments.file_id')
      .leftJoin('transfers', 'transfers.id', 'files.transfer_id')
      .select([
        'blobs.id',
        'blobs.store',
        'blobs.damaged_at',
        'segments.file_id',
        'segments.part',
        'segments.position',
        'segments.size',
        'transfers.id as transfer_id',
        'transfers.expires_at',
        'transfers.held_until',
      ])
      .where('transfers.ended_at', 'is', null)
      .where('blobs.id', '>', after)
      // The same again: PostgreSQL reads the second index from there, too.
      .where('segments.blob_id', '>', after)
      .orderBy('blobs.id')
      .limit(pageLength)
      .execute()
    for (const { file_id, damaged_at, transfer_id, expires_at, held_until, ...row } of rows) {
      yield {
        ...row,
        fileId: file_id,
        damagedAt: damaged_at,
        transferId: transfer_id,
        keptUntil: expires_at === null ? null : keptUntil({ expires_at, held_until }),
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageLength) return
    after = last.id
  }
}
