import type { OwnFile, OwnFilesQuery, OwnFilesReply } from '#contract/files.ts'
import { contains } from '#server/platform/database/contains.ts'
import type { FilesRow, MlKemPairsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findPairsOfFiles } from './find-pairs-of-files.ts'
import { receiptOf } from './receipt.ts'

/** What counts as recent, in milliseconds. */
const recent = 7 * 24 * 60 * 60_000

const columns = {
  name: { column: 'filename_folded', order: 'asc' },
  date: { column: 'uploaded_at', order: 'desc' },
  size: { column: 'size', order: 'desc' },
  downloads: { column: 'download_count', order: 'desc' },
  expires: { column: 'expires_at', order: 'asc' },
} as const

/** One page of the files that a person has sent and that can still be had. */
export async function listOwnFiles(
  { database, clock, config }: Pick<Services, 'database' | 'clock' | 'config'>,
  ownerId: string,
  { page, pageSize, search, filter, sort, order }: OwnFilesQuery,
): Promise<Omit<OwnFilesReply, 'success'>> {
  const now = clock.now()
  // Every stored file is encrypted, so that filter leaves nothing out.
  const matching = database
    .selectFrom('files')
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(filter === 'recent', (query) => query.where('uploaded_at', '>', now - recent))
    .$if(search !== '', (query) => query.where(contains('filename_folded', search)))
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy(columns[sort].column, order ?? columns[sort].order)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const pairs = await findPairsOfFiles(
    database,
    rows.map(({ id }) => id),
  )
  const files = rows.map((row) => ownFileOf(row, pairs.get(row.id), config.publicUrl))
  return { files, total, page, pageSize }
}

function ownFileOf(
  row: FilesRow,
  pair: Pick<MlKemPairsRow, 'public_key'> | undefined,
  publicUrl: string,
): OwnFile {
  return {
    id: row.id,
    filename: row.filename,
    size: row.size,
    uploadDate: new Date(row.uploaded_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    downloadCount: row.download_count,
    isEncrypted: true,
    encryptionMethod: row.encryption_method,
    passwordProtected: row.password_protected === 1,
    deleteAfterDownload: row.delete_after_download === 1,
    downloadUrl: `${publicUrl}/download/${row.id}`,
    receipt: receiptOf(row, pair),
  }
}
