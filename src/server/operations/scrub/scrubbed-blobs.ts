import type { StoreName } from '#server/platform/blobs/blob-store.ts'
import type { Database, SegmentsRow } from '#server/platform/database/database.ts'

const pageLength = 500

/** A blob that must be whole, and what it belongs to. */
export type ScrubbedBlob = {
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
}

/** The blobs of all transfers that have not ended and of uploads under way, in the order of their ids. */
export async function* scrubbedBlobs(database: Database): AsyncGenerator<ScrubbedBlob, void> {
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
      ])
      .where('transfers.ended_at', 'is', null)
      .where('blobs.id', '>', after)
      .orderBy('blobs.id')
      .limit(pageLength)
      .execute()
    for (const { id, store, damaged_at, file_id, part, position, size, transfer_id } of rows) {
      yield {
        id,
        store,
        fileId: file_id,
        part,
        position,
        size,
        damagedAt: damaged_at,
        transferId: transfer_id,
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageLength) return
    after = last.id
  }
}
