import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { safeFileName } from '#contract/transfers/file-name.ts'
import { sha256 } from '#crypto/random-id.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/client-address.ts'
import { type Outcome, sendContent } from '#server/platform/http/replies/send-content.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../content/damaged-blobs.ts'
import { explainEnded } from '../links/find-live-link.ts'
import type { DeliveryRecorder } from './deliveries/record-delivery.ts'
import { settleReservations } from './deliveries/settle-lapsed.ts'
import { beginFile, requestedRange } from './file-head.ts'
import { type DownloadRequest, openDownload } from './open-download.ts'
import { keepReserved, reserve } from './reservations.ts'
import type { RunningDownloads } from './running-downloads.ts'

/** How long a receiver may take nothing, in milliseconds: of a limited link less, because others may be waiting. */
const stallTimeoutMs = { usual: 5 * 60_000, limited: 60_000 }

/**
 * Sends a transfer's file, or the range asked for. HEAD sends the headers. A limited download is reserved first, and without
 * a ticket it is sent whole, as is a ZIP of several files. The bytes sent are recorded, and count as a download when they are
 * complete.
 * @throws Failure for everyone who may not have it, RANGE_NOT_SATISFIABLE, DOWNLOAD_BUSY, FILE_DAMAGED, PREFETCH_REFUSED
 */
export async function sendDownload(
  services: Services,
  { running, recorder }: { readonly running: RunningDownloads; readonly recorder: DeliveryRecorder },
  wanted: Omit<DownloadRequest, 'address'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // guard: prefetching is no download -> tests/http/downloads/download-once.test.ts "is not used up by anything but"
  if (isFetchedAhead(request)) throw new Failure('PREFETCH_REFUSED')
  const download = await openDownload(services, { ...wanted, address: clientAddress(request) })
  const { file, files, link, transfer, read } = download
  const etag = `"${sha256(file.id).toString('base64url')}"`
  const isOne = files.length === 1
  const inParts = isOne && (link.download_limit === null || download.reservation !== undefined)
  const range = requestedRange(request, reply, { size: file.size, etag, inParts })
  const length = range.end - range.start
  function begin() {
    beginFile(reply, {
      length,
      status: range.partial ? 206 : 200,
      headers: {
        'accept-ranges': isOne ? 'bytes' : 'none',
        etag,
        'content-disposition': contentDisposition(safeFileName(file.filename)),
        ...(range.partial && { 'content-range': `bytes ${range.start}-${range.end - 1}/${file.size}` }),
      },
    })
  }
  if (request.method !== 'GET') {
    begin()
    reply.raw.end()
    return
  }
  await settleReservations(services, link)
  const reservation = await reserve(services, download, download.reservation)
  const { signal, cut, remove } = running.add(link.id)
  const stopRenewing = keepReserved(services, download, reservation, cut)
  let delivered: Outcome = { sent: 0, arrived: false }
  try {
    delivered = await explainEnded(services, link.id, () =>
      sendContent(reply.raw, read(range.start, range.end), {
        length,
        stallTimeoutMs: link.download_limit === null ? stallTimeoutMs.usual : stallTimeoutMs.limited,
        begin,
        signal,
      }),
    )
  } catch (error) {
    await recordDamage(services, error)
    throw error
  } finally {
    remove()
    services.meter.downloaded(delivered.sent)
    const { sent, arrived } = delivered
    await recorder.record({
      live: { link, transfer, file },
      reservation,
      delivered: { start: range.start, sent, arrived, network: clientNetwork(request) },
      // It stays reserved until the table has it.
      onEnd: stopRenewing,
    })
  }
  if (delivered.error === undefined) return
  await recordDamage(services, delivered.error)
  throw delivered.error
}

/** Browsers and previews that fetch ahead of a click say so, each in its own way. */
function isFetchedAhead({ headers }: FastifyRequest): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers[name])
  return /prefetch|preview|prerender/i.test(purposes.join(' '))
}
