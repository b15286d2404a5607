import type { FastifyReply } from 'fastify'

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
