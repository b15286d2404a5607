import type { PersonalData } from '#server/identity/privacy/personal-data.ts'
import type { FilesRow } from '#server/platform/database/database.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import type { Services } from '#server/platform/services.ts'
import { endedColumns } from './files-table.ts'

/**
 * The files that a person has sent; those that have ended are known for a while, without their names. To erase them is to
 * delete them: their keys go at once, their blobs with the next sweep, and their links say that they were deleted.
 */
export function personalFiles({ database, clock }: Pick<Services, 'database' | 'clock'>): PersonalData {
  return {
    async *rows(userId) {
      const files = inPages(database.selectFrom('files').selectAll().where('owner_id', '=', userId))
      for await (const file of files) yield described(file)
    },
    async count(userId) {
      const { count } = await database
        .selectFrom('files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner_id', '=', userId)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      const owned = transaction.selectFrom('files').select('id').where('owner_id', '=', userId)
      await transaction.deleteFrom('mail_outbox').where('file_id', 'in', owned).execute()
      await transaction.deleteFrom('file_slots').where('file_id', 'in', owned).execute()
      await transaction.deleteFrom('download_tickets').where('file_id', 'in', owned).execute()
      await transaction
        .updateTable('files')
        .set(endedColumns('deleted', clock.now()))
        .where('owner_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute()
      await transaction.updateTable('files').set({ owner_id: null }).where('owner_id', '=', userId).execute()
    },
  }
}

function described(file: FilesRow): object {
  return {
    id: file.id,
    filename: file.ended_at === null ? file.filename : null,
    size: file.size,
    mimeType: file.mime_type,
    description: file.description,
    encryptionMethod: file.encryption_method,
    passwordProtected: file.password_protected === 1,
    deleteAfterDownload: file.delete_after_download === 1,
    scan: file.scan,
    uploadDate: new Date(file.uploaded_at).toISOString(),
    expiresAt: new Date(file.expires_at).toISOString(),
    downloadCount: file.download_count,
    endedAt: file.ended_at === null ? null : new Date(file.ended_at).toISOString(),
    endedAs: file.ended_as,
  }
}
