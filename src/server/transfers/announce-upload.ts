import type { Announcement } from '#contract/files.ts'
import type { Database, FilesRow } from '#server/platform/database/database.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import type { Services } from '#server/platform/services.ts'

type Announced = Pick<
  FilesRow,
  | 'id'
  | 'owner_id'
  | 'filename'
  | 'size'
  | 'expires_at'
  | 'encryption_method'
  | 'password_protected'
  | 'delete_after_download'
>

/**
 * Appends that a transfer is to be announced to every address, once for each however often it is named. Within the
 * transaction that inserts the file, either all of it holds or nothing. Wake the dispatcher once it is committed.
 */
export async function announceUpload(
  services: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  kind: 'transfer.created' | 'link.sent',
  file: Announced,
  announcements: readonly Announcement[],
): Promise<void> {
  // Nothing follows yet from a transfer that is announced to nobody.
  if (announcements.length === 0) return
  const byAddress = new Map(announcements.map((one) => [one.email.toLowerCase(), one]))
  await appendEvent(transaction, services, {
    kind,
    userId: file.owner_id,
    transferId: file.id,
    linkId: file.id,
    payload: {
      announcements: [...byAddress.values()],
      transfer: {
        filename: file.filename,
        size: file.size,
        expiresAt: file.expires_at,
        passwordProtected: file.password_protected === 1,
        deleteAfterDownload: file.delete_after_download === 1,
        ownerOnly: file.encryption_method.startsWith('ml-kem') && file.password_protected === 0,
      },
    },
  })
}
