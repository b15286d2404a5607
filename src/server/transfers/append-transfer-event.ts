import type { Database, FilesRow } from '#server/platform/database/database.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import type { Services } from '#server/platform/services.ts'

/** A file as it was when it happened. */
export type ConcernedFile = Pick<
  FilesRow,
  'id' | 'owner_id' | 'filename' | 'expires_at' | 'delete_after_download'
>

/**
 * Appends what happened to a transfer that has an owner; of others nobody is notified. Within the transaction in which it
 * happens, both hold or neither. Wake the dispatcher once that is committed.
 */
export async function appendTransferEvent(
  services: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  kind: 'transfer.downloaded' | 'transfer.expiring' | 'transfer.expired',
  file: ConcernedFile,
): Promise<void> {
  if (file.owner_id === null) return
  await appendEvent(transaction, services, {
    kind,
    userId: file.owner_id,
    transferId: file.id,
    linkId: file.id,
    payload: {
      filename: file.filename,
      expiresAt: file.expires_at,
      deleteAfterDownload: file.delete_after_download === 1,
    },
  })
}
