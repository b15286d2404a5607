import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'

/**
 * Reads JSON bodies as Fastify does, but refuses bytes that are not UTF-8: replaced, a password would become another one.
 * The parser throws Failure BAD_REQUEST.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body)
    return parse(request, text, (error, value) =>
      done(
        error && new Failure('BAD_REQUEST', { details: `request: ${wrongIn(text)}`, cause: error }),
        value,
      ),
    )
  })
}

function decode(body: string | Buffer): string {
  if (typeof body === 'string') return body
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch (cause) {
    throw new Failure('BAD_REQUEST', { details: 'request: is not UTF-8', cause })
  }
}

/** The reason why Fastify refused a text, which it does not tell apart: the name of a member can be what it refuses, too. */
function wrongIn(text: string): string {
  try {
    JSON.parse(text)
    return 'a member is named __proto__ or constructor.prototype'
  } catch {
    return 'is not JSON'
  }
}
