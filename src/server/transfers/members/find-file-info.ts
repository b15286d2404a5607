import type { FileInfo } from '#contract/transfers/files.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { admitWith } from '../download/tickets.ts'
import { findEndToEndSlot, writeHead } from '../keys/end-to-end-slots.ts'
import { findLiveLink, type LiveLink, recordOpening } from '../links/find-live-link.ts'
import { findArrival, infoOfArrival } from '../model/arrivals/find-arrival.ts'
import { isEndToEnd } from '../model/end-to-end.ts'
import { isLimited } from './open-members.ts'

type Viewer = {
  readonly caller: Caller | undefined
  /** The proof that a request brings for a link that needs a code. */
  readonly proof: string | undefined
  readonly address: string
}

/** Describes what a link opens, or the upload under way that it will open. @throws Failure as findLiveLink does */
export async function findFileInfo(
  services: Services,
  id: string,
  { caller, proof, address }: Viewer,
): Promise<FileInfo> {
  const found = await findLiveLink(services, id, admitWith(services, { proof, address })).catch(
    async (error: unknown) => {
      const arrival = isArriving(error) ? await findArrival(services, id) : undefined
      if (arrival?.ended_as !== null) throw error
      return arrival
    },
  )
  if ('link_id' in found) return infoOfArrival(found, caller?.id)
  const { link, transfer } = found
  const isOwner = caller !== undefined && caller.id === transfer.owner_id
  // The sender's own look says nothing about those whom it was sent to; what arrived for a request is its owner's to open.
  const isSender = isOwner && transfer.request_id === null
  // A page does not wait for what is written about it.
  if (link.opened_at === null && !isSender) void recordOpening(services, link.id)
  const sealed = isEndToEnd(transfer) ? await findEndToEndSlot(services.database, transfer.id) : undefined
  return { ...describe(found), isOwner, ...(sealed && { slotHead: writeHead(sealed) }) }
}

function isArriving(error: unknown): boolean {
  return error instanceof Failure && error.code === 'FILE_ARRIVING'
}

function describe({ link, transfer, file, files, sender }: LiveLink): Omit<FileInfo, 'isOwner' | 'slotHead'> {
  return {
    id: link.id,
    filename: transfer.name,
    size: file.size,
    downloadCount: transfer.downloads,
    isEncrypted: true,
    encryptionMethod: transfer.encryption_method,
    uploadDate: new Date(transfer.created_at).toISOString(),
    expiresAt: new Date(Math.min(transfer.expires_at, link.expires_at ?? transfer.expires_at)).toISOString(),
    // Files of a request were uploaded by a visitor, whose identity is not verified.
    uploadedBy: transfer.request_id === null ? sender : null,
    mimeType: file.mime_type,
    title: transfer.title,
    senderName: transfer.sender_name,
    description: transfer.message,
    passwordProtected: transfer.password_protected === 1,
    deleteAfterDownload: transfer.delete_after_download === 1,
    files: transfer.file_count,
    ...(link.download_limit !== null && { downloadsLeft: link.download_limit - link.downloads }),
    scan: file.scan,
    packed: files.length > 1 || files.some(({ packed }) => packed === 1),
    contents: isLimited({ link, transfer }) ? 'limited' : 'listed',
  }
}
