import type { PersonalData } from '#server/identity/personal-data/personal-data.ts'
import type { Database, FilesRow, TransfersRow } from '#server/platform/database/database.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import type { Services } from '#server/platform/services.ts'
import { isNotHeld, lockPassing } from '../model/kept-transfers.ts'
import { endTransfers } from '../model/transfers-table.ts'

/** Transfers that are ended at a time. */
const batch = 1000

/**
 * The transfers that a person has sent; ended ones stay for a while, without their names. To erase them is to delete them:
 * their keys go at once, their blobs with the next sweep, and their links say that they were deleted. A transfer held as
 * evidence loses its owner and opens to administrators only; it ends with its hold.
 */
export function personalFiles(services: Pick<Services, 'database' | 'clock' | 'keyRing'>): PersonalData {
  const { database, clock } = services
  return {
    async *rows(userId) {
      const transfers = inPages(database.selectFrom('transfers').selectAll().where('owner_id', '=', userId))
      for await (const transfer of transfers) yield await describe(database, transfer)
    },
    // Includes transfers held as evidence: they are gone for their owner, too, and the hold may be confidential.
    async count(userId) {
      const { count } = await database
        .selectFrom('transfers')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner_id', '=', userId)
        .where('ended_as', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      const owned = transaction.selectFrom('transfers').select('id').where('owner_id', '=', userId)
      await transaction.deleteFrom('mail_outbox').where('transfer_id', 'in', owned).execute()
      // That someone was mailed stays known to them for a while; by whom does not.
      await transaction
        .updateTable('sent_mails')
        .set({ sender: null })
        .where('transfer_id', 'in', owned)
        .where('sender', 'is not', null)
        .execute()
      await transaction.deleteFrom('transfer_events').where('transfer_id', 'in', owned).execute()
      await transaction
        .updateTable('links')
        .set({ label: null })
        .where('transfer_id', 'in', owned)
        .where('label', 'is not', null)
        .execute()
      for (;;) {
        const live = await owned
          .where('ended_as', 'is', null)
          .where(isNotHeld(clock.now()))
          .limit(batch)
          .execute()
        const found = live.map(({ id }) => id)
        // guard: evidence that is disabled while its account is erased -> tests/http/moderation/changed-meanwhile.test.ts "end of the account" on postgres
        //   await lockPassing(transaction, found, isNotHeld(clock.now())) becomes found
        const ids = await lockPassing(transaction, found, isNotHeld(clock.now()))
        await endTransfers(services, transaction, ids, 'deleted', clock.now())
        if (live.length < batch) break
      }
      // Those that are left are held: restored or no longer held, they end with the next sweep.
      await transaction
        .updateTable('transfers')
        .set({ expires_at: clock.now() })
        .where('owner_id', '=', userId)
        .where('ended_as', 'is', null)
        .where('expires_at', '>', clock.now())
        .execute()
      await transaction
        .updateTable('transfers')
        .set({ owner_id: null, sender_name: null })
        .where('owner_id', '=', userId)
        .execute()
    },
  }
}

async function describe(database: Database, transfer: TransfersRow): Promise<object> {
  const isLive = transfer.ended_at === null
  const files = await database
    .selectFrom('files')
    .selectAll()
    .where('transfer_id', '=', transfer.id)
    .orderBy('position')
    .execute()
  const links = await database
    .selectFrom('links')
    .select(['id', 'label', 'recipient', 'downloads', 'created_at', 'opened_at'])
    .where('transfer_id', '=', transfer.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const history = await database
    .selectFrom('transfer_events')
    .select(['at', 'kind', 'network'])
    .where('transfer_id', '=', transfer.id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return {
    reference: transfer.id,
    filename: isLive ? transfer.name : null,
    title: transfer.title,
    senderName: transfer.sender_name,
    description: transfer.message,
    requestId: transfer.request_id,
    sentBy: transfer.uploader_name,
    sentFrom: transfer.uploader_email,
    size: transfer.size,
    encryptionMethod: transfer.encryption_method,
    passwordProtected: transfer.password_protected === 1,
    deleteAfterDownload: transfer.delete_after_download === 1,
    uploadDate: new Date(transfer.created_at).toISOString(),
    expiresAt: new Date(transfer.expires_at).toISOString(),
    downloadCount: transfer.downloads,
    endedAt: transfer.ended_at === null ? null : new Date(transfer.ended_at).toISOString(),
    endedAs: transfer.ended_as,
    files: files.map((file) => describeFile(file, isLive)),
    links: links.map(({ id, label, recipient, downloads, created_at, opened_at }) => ({
      id,
      label,
      recipient,
      downloads,
      createdAt: new Date(created_at).toISOString(),
      openedAt: opened_at === null ? null : new Date(opened_at).toISOString(),
    })),
    history: history.map(({ at, kind, network }) => ({ at: new Date(at).toISOString(), kind, network })),
  }
}

function describeFile({ filename, size, mime_type, scan }: FilesRow, isLive: boolean): object {
  return { filename: isLive ? filename : null, size, mimeType: mime_type, scan }
}

/**
 * The resumable uploads of a person that have not become a transfer. Their descriptions are sealed with a key that only the
 * upload's address opens, and so cannot be shown. Erasing takes their keys; the next sweep takes their segments.
 */
export function personalUploads({ database, clock }: Pick<Services, 'database' | 'clock'>): PersonalData {
  function unfinished(userId: string) {
    return database.selectFrom('uploads').where('owner_id', '=', userId).where('outcome', 'is', null)
  }
  return {
    async *rows(userId) {
      const uploads = await unfinished(userId).select(['length', 'received', 'expires_at']).execute()
      for (const { length, received, expires_at } of uploads) {
        yield { length, received, expiresAt: new Date(expires_at).toISOString() }
      }
    },
    async count(userId) {
      const { count } = await unfinished(userId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      const nothing = new Uint8Array(0)
      await transaction
        .updateTable('uploads')
        .set({
          owner_id: null,
          expires_at: clock.now(),
          metadata: nothing,
          sealed_key: nothing,
          outcome: null,
        })
        .where('owner_id', '=', userId)
        .execute()
    },
  }
}
