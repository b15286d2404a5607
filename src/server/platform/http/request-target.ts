import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'

/** The key of an end-to-end link, as a mail filter writes its fragment into the path. */
const keyInPath = /%23k(?:=|%3d).*$/is

/**
 * The address of a request such that its path can be decoded: where it cannot, percent signs stand for themselves. So a
 * mistyped address is an unknown one, answered by a page or by the API as every other. The key of a link is cut off before
 * anything reads, counts or logs the address.
 */
export function readableAddress(request: Pick<IncomingMessage, 'url'>): string {
  // guard: key of a link in the path -> tests/http/downloads/end-to-end/key-in-path.test.ts "cut off before"
  //   .replace(keyInPath, '') becomes .trim()
  const url = (request.url ?? '/').replace(keyInPath, '')
  request.url = url
  if (!url.includes('%')) return url
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/**
 * Refuses requests that name no host, or several: what stands in front of the server may have believed another one.
 * The hook throws Failure BAD_REQUEST.
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    let hosts = 0
    for (let index = 0; index < raw.rawHeaders.length; index += 2) {
      const name = raw.rawHeaders[index]
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
    }
    const needed = raw.httpVersionMinor > 0 || raw.httpVersionMajor > 1
    // guard: one host -> tests/http/hostile/bad-input.test.ts "a request names one host"
    //   hosts === 1 || (hosts === 0 && !needed) becomes hosts >= 1 || !needed
    if (hosts === 1 || (hosts === 0 && !needed)) done()
    else done(new Failure('BAD_REQUEST', { details: 'Host: one is needed' }))
  })
}
