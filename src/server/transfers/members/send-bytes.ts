import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendContent } from '#server/platform/http/replies/send-content.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../content/damaged-blobs.ts'
import { beginFile } from '../download/file-head.ts'
import { retainBlobs } from '../download/retain-blobs.ts'
import type { RunningDownloads } from '../download/running-downloads.ts'
import { explainEnded, type LiveLink } from '../links/find-live-link.ts'
import { recordContentsOpened } from './record-contents-opened.ts'

/** How long a receiver may take nothing, in milliseconds. */
const stallTimeoutMs = 5 * 60_000

/** Bytes to send, and the head of their response. */
export type Body = {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly length: number
  readonly status?: 200 | 206
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Sends bytes out of a transfer that count as no download: a member, a selection or a preview. They are cut as downloads are
 * when their link is revoked, and go on to their end when their transfer expires. HEAD sends the headers.
 * @throws what went wrong before the head, else the connection is closed
 */
export async function sendBytes(
  services: Services,
  running: RunningDownloads,
  live: LiveLink,
  { chunks, ...head }: Body,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  function begin() {
    beginFile(reply, head)
  }
  if (request.method !== 'GET') {
    begin()
    reply.raw.end()
    return
  }
  await recordContentsOpened(services, live)
  const release = await retainBlobs(services, [live])
  const { signal, remove } = running.add(live.link.id)
  try {
    const { sent, error } = await explainEnded(services, live.link.id, () =>
      sendContent(reply.raw, chunks, { length: head.length, stallTimeoutMs, begin, signal }),
    )
    services.meter.downloaded(sent)
    if (error !== undefined) throw error
  } catch (error) {
    await recordDamage(services, error)
    throw error
  } finally {
    remove()
    await release()
  }
}
