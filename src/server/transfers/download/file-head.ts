import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#server/platform/failure.ts'

/** These headers let nothing of a stranger's file act: it is stored, never shown. */
const fileHeaders = {
  'content-type': 'application/octet-stream',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store, no-transform',
  'x-robots-tag': 'noindex',
  connection: 'close',
}

type FileHead = {
  /** Bytes of the body. */
  readonly length: number
  readonly status?: 200 | 206
  readonly headers: Readonly<Record<string, string>>
}

/** Takes a reply over and writes the head of a file to it; the body is for sendContent. */
export function beginFile(reply: FastifyReply, { length, status = 200, headers }: FileHead): void {
  reply.hijack()
  reply.raw.writeHead(status, {
    ...headersSoFar(reply),
    ...fileHeaders,
    'accept-ranges': 'none',
    'content-length': length,
    ...headers,
  })
}

/** Headers that hooks have set on the reply, which a hijacked response would lose. */
function headersSoFar(reply: FastifyReply): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) kept[name] = String(value)
  return kept
}

type RequestedRange = { start: number; end: number; partial: boolean }

/** Content to send: its bytes, its validator, and whether parts of it may be requested. */
type Ranged = { readonly size: number; readonly etag: string; readonly inParts: boolean }

/**
 * Reads the Range header of a GET (RFC 9110, section 14). One range is honoured; several, another unit, a malformed
 * header or an If-Range that no longer fits mean the whole file. `end` is exclusive.
 * @throws Failure RANGE_NOT_SATISFIABLE, with the size in the head of the answer
 */
export function requestedRange(request: FastifyRequest, reply: FastifyReply, ranged: Ranged): RequestedRange {
  try {
    return rangeOf(request, ranged)
  } catch (error) {
    reply.header('content-range', `bytes */${ranged.size}`)
    throw error
  }
}

function rangeOf({ method, headers }: FastifyRequest, { size, etag, inParts }: Ranged): RequestedRange {
  const whole = { start: 0, end: size, partial: false }
  const { range, 'if-range': ifRange } = headers
  if (!inParts || method !== 'GET' || range === undefined) return whole
  if (ifRange !== undefined && ifRange !== etag) return whole
  const match = /^bytes=(\d*)-(\d*)$/.exec(range.trim())
  const [, from = '', to = ''] = match ?? []
  if (!match || (from === '' && to === '')) return whole
  if (from === '') {
    const start = Math.max(0, size - Number(to))
    if (start >= size) throw new Failure('RANGE_NOT_SATISFIABLE')
    return { start, end: size, partial: true }
  }
  if (to !== '' && Number(to) < Number(from)) return whole
  if (Number(from) >= size) throw new Failure('RANGE_NOT_SATISFIABLE')
  return { start: Number(from), end: Math.min(size, to === '' ? size : Number(to) + 1), partial: true }
}
