import type { Services } from '#server/platform/services.ts'
import { type DownloadRequest, openDownload } from './open-download.ts'
import { refuseWhileRead } from './sole-reader.ts'
import { issueTicket } from './tickets.ts'

/**
 * Gives a ticket for a file to whoever may have it. Everything that would fail the download at its start is found out
 * now, because a page can still say it and a browser's download manager cannot.
 * @returns the ticket and the address, below the origin, that it opens
 * @throws Failure as openDownload does, and DOWNLOAD_BUSY
 */
export async function issueDownload(
  services: Services,
  claim: DownloadRequest,
): Promise<{ ticket: string; url: string }> {
  const { file, fileKey } = await openDownload(services, claim)
  if (file.delete_after_download === 1) await refuseWhileRead(services, file.id)
  const ticket = await issueTicket(services, file, fileKey)
  return { ticket, url: `/api/download/${file.id}/file?ticket=${ticket}` }
}
