import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'

const DAY = 24 * 60 * 60_000
/** How long a security.txt may be believed; RFC 9116 wants less than a year. */
const validity = 180 * DAY

/**
 * Serves the texts that programs look for at fixed addresses: robots.txt (RFC 9309) and, where there is a contact,
 * /.well-known/security.txt (RFC 9116).
 */
export function serveTexts(
  app: FastifyInstance,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): void {
  app.get('/robots.txt', { config: { access: 'page' } }, async (_request, reply) =>
    // Pages of files stay allowed: they say `noindex` themselves, and only crawlers that may look can see it.
    send(reply, ['User-agent: *', 'Disallow: /api/', 'Disallow: /portal', 'Disallow: /admin']),
  )
  app.get('/.well-known/security.txt', { config: { access: 'page' } }, async (_request, reply) => {
    const contact = config.SECURITY_CONTACT ?? (config.SUPPORT_MAIL && `mailto:${config.SUPPORT_MAIL}`)
    if (contact === undefined) throw new Failure('NOT_FOUND')
    return send(reply, [
      `Contact: ${contact}`,
      `Expires: ${new Date(clock.now() + validity).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ])
  })
}

function send(reply: FastifyReply, lines: readonly string[]) {
  return reply
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .send(`${lines.join('\n')}\n`)
}
