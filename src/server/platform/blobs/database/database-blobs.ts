import { compileQuery, type Placeholders } from '../../database/compile-query.ts'
import type { Database, SmallBlobsRow } from '../../database/database.ts'
import { BlobNotFound, requireBlobId, type StoredBlobs } from '../blob-store.ts'

/**
 * The small blobs that lie in the database. They come with their rows, see insertSmallBlob, and go with them at the latest, so
 * that there is never one without the other. Failures are DatabaseUnavailable or DatabaseFull.
 */
export function openDatabaseBlobs(database: Database): StoredBlobs {
  return {
    name: 'database',
    async *read(id, start, end) {
      requireBlobId(id)
      const content = await findContent(database, id)
      if (start < Math.min(end, content.length)) yield content.slice(start, end)
    },
    async size(id) {
      requireBlobId(id)
      return (await findContent(database, id)).length
    },
    async remove(id) {
      requireBlobId(id)
      await database.deleteFrom('small_blobs').where('id', '=', id).execute()
    },
  }
}

/** Enters a small blob, in the transaction that has entered its row in `blobs`. */
export async function insertSmallBlob(transaction: Database, id: string, content: Uint8Array): Promise<void> {
  await insertRow(transaction, { id, content })
}

const insertRow = compileQuery((database, row: Placeholders<SmallBlobsRow>) =>
  database.insertInto('small_blobs').values(row),
)

const contentRow = compileQuery((database, { id }: Placeholders<{ id: string }>) =>
  database.selectFrom('small_blobs').select('content').where('id', '=', id),
)

/** Its memory is its own. @throws BlobNotFound */
async function findContent(database: Database, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const { rows } = await contentRow(database, { id })
  const [row] = rows
  if (!row) throw new BlobNotFound()
  return new Uint8Array(row.content)
}
