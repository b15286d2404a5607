import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { Policy } from './policy.ts'

/**
 * The milliseconds of a value that this service offers. `field`: where it comes from, for the refusal.
 * @throws Failure VALIDATION_ERROR, PRO_SUBSCRIPTION_REQUIRED
 */
export function chooseLifetime(
  wanted: string,
  policy: Policy,
  config: Services['config'],
  field: 'expiresIn' | 'keepFor' = 'expiresIn',
): number {
  const offered = [...config.EXPIRY_OPTIONS, ...config.PRO_EXPIRY_OPTIONS]
  const lifetime = offered.find(({ value }) => value === wanted)
  if (!lifetime) {
    const values = policy.offeredLifetimes.map(({ value }) => value).join(', ')
    throw new Failure('VALIDATION_ERROR', { details: `${field}: has to be one of ${values}` })
  }
  if (lifetime.duration > policy.maxLifetime) throw new Failure('PRO_SUBSCRIPTION_REQUIRED')
  return lifetime.duration
}
