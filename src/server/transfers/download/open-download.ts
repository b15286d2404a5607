import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import type { ReservationsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../content/damaged-blobs.ts'
import { type Content, openContent } from '../content/open-content.ts'
import { admitted, findLiveLink, type LiveLink } from '../links/find-live-link.ts'
import { findSegments } from '../transfers-table.ts'
import { type Admission, admitWith } from './admit.ts'
import { redeemTicket } from './reservations.ts'
import { type Attempt, type Unlocked, unlockTransfer } from './unlock-transfer.ts'

/** What a request for a download brings. `id` is a link's. */
export type DownloadRequest = Attempt & Admission & { readonly id: string }

export type OpenDownload = LiveLink &
  Unlocked & {
    readonly content: Content
    /** Of the ticket that was brought, if one was. */
    readonly reservation: ReservationsRow | undefined
  }

/**
 * Opens a transfer for everyone who may have it. What can be known of its bytes before the first one leaves is checked; see
 * open-content.ts.
 * @throws Failure INVALID_TICKET, FILE_DAMAGED, and as findLiveLink and unlockTransfer do; BlobStoreFailure
 */
export async function openDownload(
  services: Services,
  { id, ticket, proof, code, ...attempt }: DownloadRequest,
): Promise<OpenDownload> {
  const live = await findLiveLink(services, id, admitWith(services, { ticket, proof, code }))
  const { transfer, link, file } = live
  try {
    const redeemed = ticket === undefined ? undefined : await redeemTicket(services, live, ticket)
    const unlocked = redeemed ?? (await unlockTransfer(services, transfer, attempt))
    const segments = await findSegments(services.database, file.id)
    const fileKey = deriveFileKey(unlocked.transferKey, file.id)
    const content = await openContent(services.blobs, { fileId: file.id, segments }, fileKey)
    return {
      ...live,
      transferKey: unlocked.transferKey,
      slotId: unlocked.slotId,
      content,
      reservation: redeemed?.row,
    }
  } catch (error) {
    // It may have ended meanwhile, and its keys and blobs with it. Then that is the reason, whatever was found missing.
    await findLiveLink(services, link.id, admitted)
    await recordDamage(services, error)
    throw error
  }
}
