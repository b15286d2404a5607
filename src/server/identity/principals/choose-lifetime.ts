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
  const lifetime = findLifetime(wanted, policy, config)
  if (!lifetime) {
    throw new Failure('VALIDATION_ERROR', { details: `${field}: has to be one of ${offered(policy)}` })
  }
  // guard: longest life -> tests/http/hostile/bad-input.test.ts "Pro wishes"
  if (lifetime.duration > policy.maxLifetime || !isChoice(lifetime, policy)) {
    if (policy.decided.longestLife !== undefined || policy.decided.expiryOptions !== undefined)
      throw new Failure('RULE_FORBIDS', { details: `${field}: has to be one of ${offered(policy)}` })
    throw new Failure('PRO_SUBSCRIPTION_REQUIRED')
  }
  return lifetime.duration
}

/**
 * The milliseconds of a value that was chosen earlier, as far as they are allowed now; of one that no longer exists, those of
 * the default.
 */
export function chosenLifetime(chosen: string, policy: Policy, config: Lifetimes): number {
  const { duration } = findLifetime(chosen, policy, config) ?? policy.defaultLifetime
  return Math.min(duration, policy.maxLifetime)
}

/** Choices that a rule sets are the only ones. */
function isChoice({ duration }: { readonly duration: number }, policy: Policy): boolean {
  if (policy.decided.expiryOptions === undefined) return true
  return policy.offeredLifetimes.some((one) => one.duration === duration)
}

function offered({ offeredLifetimes }: Policy): string {
  return offeredLifetimes.map(({ value }) => value).join(', ')
}

/** Among those of all accounts: what is not offered without Pro may still be short enough. */
function findLifetime(wanted: string, policy: Policy, { EXPIRY_OPTIONS, PRO_EXPIRY_OPTIONS }: Lifetimes) {
  return [...policy.offeredLifetimes, ...EXPIRY_OPTIONS, ...PRO_EXPIRY_OPTIONS].find(
    ({ value }) => value === wanted,
  )
}
