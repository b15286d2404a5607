import type { DownloadTicketsRow, FilesRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findSegments } from '../files-table.ts'
import { findLiveFile } from '../find-live-file.ts'
import { type Content, openContent } from '../open-content.ts'
import { redeemTicket } from './tickets.ts'
import { type Attempt, unlockFile } from './unlock-file.ts'

/** What somebody brings who wants a file. */
export type DownloadRequest = Attempt & {
  readonly id: string
  readonly ticket?: string | undefined
}

export type OpenDownload = {
  readonly file: FilesRow
  readonly fileKey: Uint8Array
  readonly content: Content
  /** The ticket that was brought, if one was. */
  readonly ticket: DownloadTicketsRow | undefined
}

/**
 * Opens a file for whoever may have it. What can be known of its bytes before the first one leaves is checked; see
 * open-content.ts.
 * @throws Failure FILE_NOT_FOUND, FILE_EXPIRED, FILE_DELETED, INVALID_TICKET, FILE_DAMAGED, and as unlockFile does;
 *   BlobStoreFailure
 */
export async function openDownload(
  services: Services,
  { id, ticket, ...attempt }: DownloadRequest,
): Promise<OpenDownload> {
  const file = await findLiveFile(services, id)
  try {
    const redeemed = ticket === undefined ? undefined : await redeemTicket(services, file, ticket)
    const fileKey = redeemed?.fileKey ?? (await unlockFile(services, file, attempt))
    const pieces = await findSegments(services.database, id)
    const content = await openContent(services.blobs, { fileId: id, pieces }, fileKey)
    return { file, fileKey, content, ticket: redeemed?.row }
  } catch (error) {
    // It may have ended meanwhile, and its keys and blobs with it. Then that is the reason, whatever was found missing.
    await findLiveFile(services, id)
    throw error
  }
}
