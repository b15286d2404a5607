import type { TransfersRow } from '#server/platform/database/database.ts'
import type { AnnouncedTransfer, ConcernedTransfer } from '#server/platform/events/event-kinds.ts'

/** What a mail with a link says of a transfer. */
export function announcedTransfer(transfer: TransfersRow): AnnouncedTransfer {
  return {
    filename: transfer.name,
    size: transfer.size,
    expiresAt: transfer.expires_at,
    passwordProtected: transfer.password_protected === 1,
    deleteAfterDownload: transfer.delete_after_download === 1,
    ownerOnly: transfer.encryption_method.startsWith('ml-kem') && transfer.password_protected === 0,
  }
}

/** A transfer as it is now, for the event of what happens to it. */
export function concernedTransfer(
  transfer: Pick<TransfersRow, 'name' | 'expires_at' | 'delete_after_download'>,
): ConcernedTransfer {
  return {
    filename: transfer.name,
    expiresAt: transfer.expires_at,
    deleteAfterDownload: transfer.delete_after_download === 1,
  }
}
