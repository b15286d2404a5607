import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId, sha256 } from '#crypto/random-id.ts'
import { Failure } from '../http/failure.ts'
import { sendContent } from '../http/send-content.ts'
import { releaseLease } from '../leases/release-lease.ts'
import { takeLease } from '../leases/take-lease.ts'
import type { DownloadTicketsRow, FilesRow } from '../ports/database.ts'
import type { Services } from '../ports/services.ts'
import { countDownload, endFile } from './files-table.ts'
import { findLiveFile } from './find-live-file.ts'
import { openContent } from './open-content.ts'
import { requestedRange } from './requested-range.ts'
import { noteDelivery, redeemTicket } from './tickets.ts'
import { unlockFile } from './unlock-file.ts'

/** While somebody fetches a file that is deleted after its download, nobody else does. */
const soleReader = { duration: 60_000, renewal: 20_000 }

/** These headers let nothing of a stranger's file act: it is stored, never shown. */
const fileHeaders = {
  'content-type': 'application/octet-stream',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store, no-transform',
  'x-robots-tag': 'noindex',
  'accept-ranges': 'bytes',
  connection: 'close',
}

type Request = { id: string; ticket?: string | undefined; password?: string | undefined }

/**
 * Sends a file, or the range asked for. HEAD sends the headers. A transfer that has reached its receiver whole is
 * counted, once for a ticket; then a file that its sender wanted fetched once is deleted.
 * @throws Failure for whoever may not have it, RANGE_NOT_SATISFIABLE, DOWNLOAD_BUSY, FILE_DAMAGED
 */
export async function sendFile(
  services: Services,
  { id, ticket, password }: Request,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const file = await findLiveFile(services, id)
  const redeemed = ticket === undefined ? undefined : await redeemTicket(services, file, ticket)
  const fileKey = redeemed?.fileKey ?? (await unlockFile(services, file, password))
  const etag = `"${sha256(file.id).toString('base64url')}"`
  const { range: rangeHeader, 'if-range': ifRange } = request.headers
  const isGet = request.method === 'GET'
  let range: ReturnType<typeof requestedRange>
  try {
    range = requestedRange(isGet ? rangeHeader : undefined, header(ifRange), etag, file.size)
  } catch (error) {
    reply.header('content-range', `bytes */${file.size}`)
    throw error
  }
  const content = await openContent(services.blobs, file, fileKey)
  const release =
    file.delete_after_download === 1 && isGet ? await becomeSoleReader(services, file) : undefined
  try {
    reply.hijack()
    const response = reply.raw
    response.writeHead(range.partial ? 206 : 200, {
      ...headersSoFar(reply),
      ...fileHeaders,
      etag,
      'content-length': range.end - range.start,
      'content-disposition': contentDisposition(file.filename),
      ...(range.partial ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${file.size}` } : {}),
    })
    if (!isGet) {
      response.end()
      return
    }
    const arrived = await sendContent(response, content(range.start, range.end), range.end - range.start)
    if (arrived && (await isComplete(services, file, redeemed?.row, range))) {
      await countDownload(services.database, file.id)
      if (release) await endFile(services.database, file.id, 'downloaded', services.clock.now())
    }
  } finally {
    await release?.()
  }
}

function isComplete(
  services: Services,
  file: FilesRow,
  ticket: DownloadTicketsRow | undefined,
  { start, end }: { start: number; end: number },
): Promise<boolean> | boolean {
  if (ticket) return noteDelivery(services, ticket, file.size, start, end)
  return start === 0 && end === file.size
}

async function becomeSoleReader(services: Services, file: FilesRow): Promise<() => Promise<void>> {
  const lease = `download:${file.id}`
  const holder = newId()
  if (!(await takeLease(services, lease, holder, soleReader.duration))) {
    throw new Failure('DOWNLOAD_BUSY', { retryAfter: soleReader.duration / 1000 })
  }
  const renewal = setInterval(() => {
    takeLease(services, lease, holder, soleReader.duration).catch((error: unknown) => {
      services.log.error({ err: error }, 'a download lease could not be renewed')
    })
  }, soleReader.renewal)
  async function release() {
    clearInterval(renewal)
    await releaseLease(services, lease, holder)
  }
  try {
    await findLiveFile(services, file.id)
  } catch (error) {
    await release()
    throw error
  }
  return release
}

/** What hooks have set on the reply and a hijacked response would lose. */
function headersSoFar(reply: FastifyReply): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) kept[name] = String(value)
  return kept
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
