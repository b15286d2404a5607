import type { Services } from '#server/platform/services.ts'
import { settlePlaces } from './deliveries/settle-lapsed.ts'
import { type DownloadRequest, openDownload } from './open-download.ts'
import { assertPlaceFree, issueTicket } from './reservations.ts'

/**
 * Issues a download ticket. Everything that would fail the download at its start is found out now, because a page can still
 * say it and a browser's download manager cannot.
 * @returns the ticket and the address, below the origin, that it opens
 * @throws Failure as openDownload does, and DOWNLOAD_BUSY
 */
export async function issueDownload(
  services: Services,
  request: DownloadRequest,
): Promise<{ ticket: string; url: string }> {
  const download = await openDownload(services, request)
  // guard: a place is held until it is settled -> tests/http/downloads/download-once.test.ts "parts that were given up"
  //   await settlePlaces(services, download) becomes download.link
  const link = await settlePlaces(services, download)
  await assertPlaceFree(services, link)
  const ticket = await issueTicket(services, download, download)
  return { ticket, url: `/api/download/${download.link.id}/file?ticket=${ticket}` }
}
