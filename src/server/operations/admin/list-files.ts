import type * as z from 'zod/mini'
import type { AdminFile, filesQuery } from '#contract/operations/admin.ts'
import { encryptionMethod } from '#contract/transfers/files.ts'
import type { FilesRow, TransfersRow } from '#server/platform/database/database.ts'
import { contains } from '#server/platform/database/queries.ts'
import type { Services } from '#server/platform/services.ts'

type Page = { files: AdminFile[]; total: number; page: number; pageSize: number }

/**
 * One page of the transfers, latest first: live and expired ones, not those that were deleted. Their ids are references,
 * which open nothing. A search covers names of transfers and of their senders.
 */
export async function listFiles(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { page, pageSize, search, filter }: z.output<typeof filesQuery>,
): Promise<Page> {
  const now = clock.now()
  const matching = database
    .selectFrom('transfers')
    .$if(filter === 'all', (query) =>
      query.where(({ eb, or }) => or([eb('ended_as', 'is', null), eb('ended_as', '=', 'expired')])),
    )
    .$if(filter === 'active', (query) => query.where('ended_as', 'is', null).where('expires_at', '>', now))
    .$if(filter === 'expired', (query) =>
      query.where(({ eb, or, and }) =>
        or([eb('ended_as', '=', 'expired'), and([eb('ended_as', 'is', null), eb('expires_at', '<=', now)])]),
      ),
    )
    .$if(search !== '', (query) =>
      query.where(({ eb, or, selectFrom }) =>
        or([
          contains('name_folded', search),
          eb('owner_id', 'in', selectFrom('users').select('id').where(contains('username_folded', search))),
        ]),
      ),
    )
  const counting = matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  // The ids of a page alone are found in an index, however far back the page is.
  const ids = matching
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const reading = database
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
    .orderBy('transfers.created_at', 'desc')
    .orderBy('transfers.id', 'desc')
    .execute()
  // Each may have to read every transfer: PostgreSQL does both at once.
  const [{ total }, rows] = await Promise.all([counting, reading])
  return { files: rows.map(adminFileOf), total, page, pageSize }
}

function adminFileOf(
  row: TransfersRow & { username: string | null; scan: FilesRow['scan'] | null },
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
  }
}
