import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const perMinute = { burst: 20, interval: MINUTE / 20 }
const perHour = { burst: 100, interval: HOUR / 100 }

/**
 * Takes one of the sign-ins, or registrations, that an address has.
 * @throws Failure RATE_LIMITED
 */
export async function takeSignIn(services: Services, address: string): Promise<void> {
  await consumeRateLimit(services, `sign-in minute ${address}`, perMinute)
  await consumeRateLimit(services, `sign-in hour ${address}`, perHour)
}
