import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import type { ReservationsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../content/damaged-blobs.ts'
import { assertPlain, type Content, openContent, type ReadBytes } from '../content/open-content.ts'
import { findEndToEndSlot } from '../keys/end-to-end-slots.ts'
import { type Admit, findLiveLink, findStillLive, type LiveLink } from '../links/find-live-link.ts'
import { assertNotEndToEnd, isEndToEnd } from '../model/end-to-end.ts'
import { findSegments } from '../model/transfers-table.ts'
import { archiveOf } from '../zip/file-archive.ts'
import { settleReservations } from './deliveries/settle-lapsed.ts'
import { type Admission, admitWith, issueTicket, redeemTicket } from './tickets.ts'
import { type Attempt, type Unlocked, unlockTransfer } from './unlock-transfer.ts'

/** A request for a download. `id` is that of a link. */
export type DownloadRequest = Attempt &
  Admission & {
    readonly id: string
    /** Whether the server has to read the content, to list or show what is in it. */
    readonly looksInside?: boolean
  }

export type OpenDownload = LiveLink &
  Unlocked & {
    /** Reads the file that a download sends: the only one, or the ZIP of all, from its beginning to its end only. */
    readonly read: ReadBytes
    /** Content of each file, in order. */
    readonly contents: readonly Content[]
    /** Reservation of the ticket in the request, if there is one. */
    readonly reservation: ReservationsRow | undefined
  }

/**
 * Issues a download ticket. Everything that would fail the download at its start is found out now, because a page can still
 * say it and a browser's download manager cannot.
 * @returns the ticket and the address, below the origin, that it opens; the slot of an end-to-end encrypted transfer
 * @throws Failure as openDownload does, and DOWNLOAD_BUSY
 */
export async function issueDownload(
  services: Services,
  request: DownloadRequest,
): Promise<{ ticket: string; url: string; slot?: string }> {
  const download = await openDownload(services, request)
  // guard: a reservation is held until it is settled -> tests/http/downloads/download-once.test.ts "parts that were given up"
  await settleReservations(services, download.link)
  const ticket = await issueTicket(services, download, download)
  const url = `/api/download/${download.link.id}/file?ticket=${ticket}`
  if (!isEndToEnd(download.transfer)) return { ticket, url }
  const slot = await findEndToEndSlot(services.database, download.transfer.id)
  // Another one has come since the proof was checked, and the ticket has ended with the one before.
  if (slot?.slot_id !== download.slotId) throw new Failure('INVALID_TICKET')
  return { ticket, url, slot: Buffer.from(slot.sealed).toString('base64url') }
}

/**
 * Opens a transfer for every receiver who may have it, and checks its bytes as far as possible before the first one is sent;
 * see open-content.ts.
 * @throws Failure INVALID_TICKET, FILE_DAMAGED, NOT_FOR_END_TO_END, and as findLiveLink and unlockTransfer do; BlobStoreFailure
 */
export async function openDownload(
  services: Services,
  request: DownloadRequest,
  admit: Admit = admitWith(services, request),
): Promise<OpenDownload> {
  const { id, ticket, looksInside = false, ...attempt } = request
  const live = await findLiveLink(services, id, admit)
  const { transfer, link } = live
  if (looksInside) assertNotEndToEnd(transfer)
  try {
    const redeemed = ticket === undefined ? undefined : await redeemTicket(services, live, ticket)
    const unlocked = redeemed ?? (await unlockTransfer(services, transfer, attempt))
    const opened = await openFiles(services, live, unlocked.transferKey)
    return {
      ...live,
      transferKey: unlocked.transferKey,
      slotId: unlocked.slotId,
      ...opened,
      reservation: redeemed?.row,
    }
  } catch (error) {
    // If the transfer ended meanwhile, reports that instead of the missing key or blob.
    const now = await findStillLive(services, link.id)
    // One of its files was removed, or another was added.
    if (now.file.id !== live.file.id) return openDownload(services, request, () => true)
    await recordDamage(services, error)
    throw error
  }
}

/**
 * Opens the files of a transfer.
 * @throws Failure FILE_DAMAGED, NOT_FOR_END_TO_END for several that the server cannot look into; BlobStoreFailure
 */
export async function openFiles(
  services: Services,
  { transfer, files }: Pick<LiveLink, 'transfer' | 'files'>,
  transferKey: Uint8Array,
): Promise<Pick<OpenDownload, 'read' | 'contents'>> {
  const { encryption_method: method, created_at } = transfer
  const opened: { filename: string; size: number; modified: number | null; content: Content }[] = []
  for (const { id, filename, size, modified_at: modified } of files) {
    const part = { fileId: id, segments: await findSegments(services.database, id) }
    const content = await openContent(services.blobs, method, part, deriveFileKey(transferKey, id))
    opened.push({ filename, size, modified, content })
  }
  const [only, ...others] = opened
  const contents = opened.map(({ content }) => content)
  if (only && others.length === 0) return { read: only.content.read, contents }
  const members = opened.map(({ content, ...about }) => ({ ...about, content: assertPlain(content) }))
  return { read: () => archiveOf(members, created_at), contents }
}
