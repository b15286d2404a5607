import type { FastifyInstance } from 'fastify'
import { Failure } from '../../failure.ts'

/** The worker does nothing but hand bytes of a page to the browser's own downloads. */
const workerPolicy = "default-src 'none'; require-trusted-types-for 'script'; frame-ancestors 'none'"

/**
 * Serves the worker that saves what a page has decrypted. It answers the addresses beside it in the browser; what the server is
 * asked for there after all, as by a retry from the list of downloads, is never a page: that would be saved as the file.
 */
export function serveOpened(app: FastifyInstance): void {
  app.get('/opened/worker.js', { config: { access: 'page' } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy)
      .sendFile('opened/worker.js', { cacheControl: false }),
  )
  app.get('/opened/*', { config: { access: 'page' } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    throw new Failure('NOT_FOUND')
  })
}
