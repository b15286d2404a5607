import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'

/**
 * Reads JSON bodies as Fastify does, but refuses bytes that are not UTF-8: replaced, a password would become another one.
 * The parser throws Failure BAD_REQUEST.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) =>
    parse(request, decode(body), (error, value) =>
      done(error && new Failure('BAD_REQUEST', { details: 'request: is not JSON', cause: error }), value),
    ),
  )
}

function decode(body: string | Buffer): string {
  if (typeof body === 'string') return body
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch (cause) {
    throw new Failure('BAD_REQUEST', { details: 'request: is not UTF-8', cause })
  }
}
