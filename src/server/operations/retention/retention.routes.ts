import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { batchedRateLimiter } from '#server/platform/rate-limits/batched-rate-limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { readRetention } from './measure-retention.ts'

/** Calls of one network: milliseconds for one more, and how many are taken from the table at a time. */
const limit = { burst: 60, interval: 10_000, block: 20 }

/** Publishes the promises of the privacy page, and whether they are kept. */
export function retentionRoutes(app: FastifyInstance, services: Services): void {
  const limitCalls = batchedRateLimiter(services, limit, limit.block)
  bindEndpoint(app, endpoints.retention, async ({ request }) => {
    await limitCalls(`retention ${clientAddress(request)}`)
    const { measuredAt, kinds } = await readRetention(services)
    return { measuredAt: new Date(measuredAt).toISOString(), kinds: [...kinds] }
  })
}
