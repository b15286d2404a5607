import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Meter } from '../ports/meter.ts'

/**
 * Counts every call once its answer has gone out or broken off. The log tells it at level debug, by the pattern of its
 * address: addresses hold ids, which open files.
 */
export function observeCalls(app: FastifyInstance, meter: Meter): void {
  app.decorateReply('failureCode')
  app.addHook('onRequest', async (request, reply) => {
    const startedAt = performance.now()
    reply.raw.once('close', () => note(request, reply, (performance.now() - startedAt) / 1000))
  })

  function note(request: FastifyRequest, reply: FastifyReply, seconds: number) {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.raw.statusCode
    const code = reply.failureCode
    meter.answered({ method, route, status, seconds, code })
    request.log.debug({ method, route, status, code, ms: Math.round(seconds * 1000) }, 'answered')
  }
}

declare module 'fastify' {
  interface FastifyReply {
    /** Of the failure that was answered; see send-failure.ts. */
    failureCode: string | undefined
  }
}
