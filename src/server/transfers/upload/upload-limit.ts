import { consumeRateLimit } from '#server/platform/rate-limits/consume-rate-limit.ts'
import type { Services } from '#server/platform/services.ts'
import type { Sender } from './sender.ts'

const HOUR = 60 * 60_000

/** Counts an upload that begins. @throws Failure RATE_LIMITED for too many of one address in an hour */
export async function consumeUploadLimit(services: Services, { address }: Sender): Promise<void> {
  const burst = services.config.UPLOADS_PER_HOUR
  await consumeRateLimit(services, `upload:${address}`, { burst, interval: Math.ceil(HOUR / burst) })
}
