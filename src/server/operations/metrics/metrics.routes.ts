import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sha256 } from '#crypto/random-id.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findState } from './find-state.ts'

/** The metrics at /api/metrics, where METRICS_TOKEN is set, for callers with it as a bearer token. */
export function metricsRoutes(app: FastifyInstance, services: Services): void {
  const { METRICS_TOKEN: token } = services.config
  if (token === undefined) return
  const expected = sha256(`Bearer ${token}`)
  const config = { access: 'credentials', inMaintenance: 'open' } as const
  app.get('/api/metrics', { config }, async (request, reply) => {
    if (!timingSafeEqual(sha256(request.headers.authorization ?? ''), expected))
      throw new Failure('AUTHENTICATION_REQUIRED')
    const { contentType, text } = await services.meter.write(await findState(services))
    return reply.type(contentType).send(text)
  })
}
