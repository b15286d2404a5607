import type { FastifyReply } from 'fastify'

/** These headers let nothing of a stranger's file act: it is stored, never shown. */
export const fileHeaders = {
  'content-type': 'application/octet-stream',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store, no-transform',
  'x-robots-tag': 'noindex',
  connection: 'close',
}

/** What hooks have set on the reply and a hijacked response would lose. */
export function headersSoFar(reply: FastifyReply): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) kept[name] = String(value)
  return kept
}
