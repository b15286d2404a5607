import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '#crypto/random-id.ts'
import { deliverSoon } from '#server/messaging/mail/deliver-soon.ts'
import { notifyOwner } from '#server/messaging/notifications/notify-owner.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { sendContent } from '#server/platform/http/send-content.ts'
import type { Services } from '#server/platform/services.ts'
import { countDownload, endFile } from '../files-table.ts'
import type { Transfer } from './delivery.ts'
import { type DownloadRequest, type OpenDownload, openDownload } from './open-download.ts'
import { type RequestedRange, requestedRange } from './requested-range.ts'
import { acquireExclusiveDownload } from './sole-reader.ts'
import { recordTransfer } from './tickets.ts'

/** How long a receiver may take nothing, in milliseconds: for a sole reader less, because others may be waiting. */
const stallTimeoutMs = { usual: 5 * 60_000, soleReader: 60_000 }

/** These headers let nothing of a stranger's file act: it is stored, never shown. */
const fileHeaders = {
  'content-type': 'application/octet-stream',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store, no-transform',
  'x-robots-tag': 'noindex',
  'accept-ranges': 'bytes',
  connection: 'close',
}

type Claim = Omit<DownloadRequest, 'address'>

/**
 * Sends a file, or the range asked for. HEAD sends the headers. A transfer that has reached its receiver whole is
 * counted, once for a ticket; then a file that its sender wanted fetched once is deleted.
 * @throws Failure for whoever may not have it, RANGE_NOT_SATISFIABLE, DOWNLOAD_BUSY, FILE_DAMAGED, PREFETCH_REFUSED
 */
export async function sendFile(
  services: Services,
  claim: Claim,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (isFetchedAhead(request)) throw new Failure('PREFETCH_REFUSED')
  const download = await openDownload(services, { ...claim, address: clientAddress(request) })
  const { file, content } = download
  const isGet = request.method === 'GET'
  const etag = `"${sha256(file.id).toString('base64url')}"`
  const { range: rangeHeader, 'if-range': ifRange } = request.headers
  let range: RequestedRange
  try {
    range = requestedRange(isGet ? rangeHeader : undefined, header(ifRange), etag, file.size)
  } catch (error) {
    reply.header('content-range', `bytes */${file.size}`)
    throw error
  }
  function begin() {
    reply.hijack()
    reply.raw.writeHead(range.partial ? 206 : 200, {
      ...headersSoFar(reply),
      ...fileHeaders,
      etag,
      'content-length': range.end - range.start,
      'content-disposition': contentDisposition(file.filename),
      ...(range.partial ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${file.size}` } : {}),
    })
  }
  if (!isGet) {
    begin()
    reply.raw.end()
    return
  }
  const began = services.clock.now()
  const release =
    file.delete_after_download === 1 ? await acquireExclusiveDownload(services, file.id) : undefined
  try {
    const outcome = await sendContent(reply.raw, content(range.start, range.end), {
      length: range.end - range.start,
      stallTimeoutMs: release ? stallTimeoutMs.soleReader : stallTimeoutMs.usual,
      begin,
    })
    services.meter.downloaded(outcome.sent)
    if (await isComplete(services, download, { ...range, ...outcome, began })) {
      await services.database.transaction().execute(async (transaction) => {
        await countDownload(transaction, file.id)
        await notifyOwner(services, transaction, file, 'downloaded')
        if (release) await endFile(transaction, file.id, 'downloaded', services.clock.now())
      })
      if (file.owner_id !== null) deliverSoon(services)
    }
  } finally {
    await release?.()
  }
}

/** Without a ticket nobody knows which transfers belong together, so the file has to arrive in one. */
function isComplete(
  services: Services,
  { file, ticket }: OpenDownload,
  transfer: Transfer,
): Promise<boolean> | boolean {
  if (ticket) return recordTransfer(services, ticket, file.size, transfer)
  return transfer.arrived && transfer.start === 0 && transfer.end === file.size
}

/** Browsers and previews that fetch ahead of a click say so, each in its own way. */
function isFetchedAhead({ headers }: FastifyRequest): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers[name])
  return /prefetch|preview|prerender/i.test(purposes.join(' '))
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
