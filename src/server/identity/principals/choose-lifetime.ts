import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { Policy } from './policy.ts'

type Lifetimes = Pick<Services['config'], 'EXPIRY_OPTIONS' | 'PRO_EXPIRY_OPTIONS'>

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
  const lifetime = findLifetime(wanted, config)
  if (!lifetime) {
    const values = policy.offeredLifetimes.map(({ value }) => value).join(', ')
    throw new Failure('VALIDATION_ERROR', { details: `${field}: has to be one of ${values}` })
  }
  // guard: longest life -> tests/http/hostile/bad-input.test.ts "Pro wishes"
  if (lifetime.duration > policy.maxLifetime) throw new Failure('PRO_SUBSCRIPTION_REQUIRED')
  return lifetime.duration
}

/** The milliseconds of a value that was chosen earlier, as far as they may be had now; of one that is no more, those of the default. */
export function chosenLifetime(chosen: string, policy: Policy, config: Lifetimes): number {
  const { duration } = findLifetime(chosen, config) ?? policy.defaultLifetime
  return Math.min(duration, policy.maxLifetime)
}

/** Among those of all accounts: what is not offered without Pro may still be short enough. */
function findLifetime(wanted: string, { EXPIRY_OPTIONS, PRO_EXPIRY_OPTIONS }: Lifetimes) {
  return [...EXPIRY_OPTIONS, ...PRO_EXPIRY_OPTIONS].find(({ value }) => value === wanted)
}
