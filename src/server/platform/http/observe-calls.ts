import type { FastifyInstance } from 'fastify'
import type { Meter } from '../observability/meter.ts'

/**
 * Counts every call while it runs, and once its answer has gone out or broken off. The log records it at level debug, by the pattern of its
 * address: addresses hold ids, which open files.
 */
export function observeCalls(app: FastifyInstance, meter: Meter): void {
  app.decorateReply('failureCode')
  app.addHook('onRequest', (request, reply, done) => {
    const call = { method: request.method, route: request.routeOptions.url ?? 'unknown' }
    const startedAt = performance.now()
    meter.began(call)
    reply.raw.once('close', () => {
      const seconds = (performance.now() - startedAt) / 1000
      const answer = { ...call, status: reply.raw.statusCode, code: reply.failureCode }
      meter.answered({ ...answer, seconds })
      request.log.debug({ ...answer, ms: Math.round(seconds * 1000) }, 'answered')
    })
    done()
  })
}

declare module 'fastify' {
  interface FastifyReply {
    /** Code of the failure that was answered; see send-failure.ts. */
    failureCode: string | undefined
  }
}
