import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { batchedRateLimiter } from '#server/platform/rate-limits/batched-rate-limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { findByOldPath } from './old-links.ts'

/** Looks by one address: ids that people chose in another service can be guessed. */
const lookLimit = { burst: 60, interval: 1000, block: 20 }

/** Addresses of other services under which something may have been imported. */
const patterns = [
  '/share/:id',
  '/s/:id',
  '/shares/:id',
  '/shares/:id/:name',
  '/d',
  '/d/:id',
  '/d/:id/:name',
  '/upload/:id',
] as const

/** Redirects addresses that what was imported had in another service. */
export function oldLinksRoutes(app: FastifyInstance, services: Services): void {
  const limitLooks = batchedRateLimiter(services, lookLimit, lookLimit.block)
  async function redirect(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await limitLooks(`old-link:${clientAddress(request)}`)
    const target = await findByOldPath(services, pathOf(request.url))
    if (target === undefined) throw new Failure('FILE_NOT_FOUND')
    // Not for good: the address may lead nowhere tomorrow.
    return reply.header('cache-control', 'no-store').redirect(target, 302)
  }
  for (const path of patterns) app.get(path, { config: { access: 'page', answersText: true } }, redirect)
}

/** The path that an address is remembered by. Gokapi writes /d?id=abc, or /d/abc/ and the name of the file. */
function pathOf(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [, first = '', id = searchParams.get('id') ?? ''] = pathname.split('/')
  return `/${first}/${decode(id)}`
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
