import { policyFor } from '#server/identity/principals/policy.ts'
import { type Principal, withPro } from '#server/identity/principals/principal.ts'
import { saysAnywhere } from '#server/identity/principals/rules/levels.ts'
import type { TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

type Needs = Pick<Services, 'clock' | 'config'>
type Ending = Pick<TransfersRow, 'created_at' | 'expires_at'>

/**
 * The latest end that the owner of a transfer may choose now: as far ahead as a new one, never beyond LONGEST_LIFE after the
 * upload, and not before the end that it has. Milliseconds since 1970.
 */
function longestEnd({ clock, config }: Needs, transfer: Ending, owner: Principal): number {
  const chosen = clock.now() + policyFor(owner, config).maxLifetime
  return withinLife(config, transfer, owner, chosen)
}

/** The latest end that pages offer, as they do for a new transfer: longestEnd for the lifetimes on offer. */
export function longestOfferedEnd({ clock, config }: Needs, transfer: Ending, owner: Principal): number {
  const { offeredLifetimes } = policyFor(owner, config)
  const longest = Math.max(...offeredLifetimes.map(({ duration }) => duration))
  return withinLife(config, transfer, owner, clock.now() + longest)
}

function withinLife(
  config: Needs['config'],
  { created_at, expires_at }: Ending,
  owner: Principal,
  chosen: number,
): number {
  // guard: longest life of a transfer -> tests/http/links/manage.test.ts "nor beyond LONGEST_LIFE"
  //   Math.min(chosen, created_at + policyFor(owner, config).longestLife) becomes chosen
  return Math.max(expires_at, Math.min(chosen, created_at + policyFor(owner, config).longestLife))
}

/** @throws Failure VALIDATION_ERROR for an end that is over, or later than anyone may choose */
export function assertEndPossible(services: Needs, transfer: Ending, expiresAt: number): void {
  const { groups, LONGEST_LIFE } = services.config
  const isRuled = saysAnywhere(groups, 'longestLife') || saysAnywhere(groups, 'expiryOptions')
  const latest = isRuled
    ? Math.max(transfer.expires_at, transfer.created_at + LONGEST_LIFE.duration)
    : longestEnd(services, transfer, withPro)
  if (expiresAt > services.clock.now() && expiresAt <= latest) return
  throw new Failure('VALIDATION_ERROR', { details: 'expiresAt: over, or later than this service allows' })
}

/** @throws Failure as assertEndPossible does, PRO_SUBSCRIPTION_REQUIRED where only Pro would allow it, RULE_FORBIDS where a rule does not */
export function assertEndAllowed(
  services: Needs,
  transfer: Ending,
  owner: Principal,
  expiresAt: number,
): void {
  if (expiresAt > longestEnd(services, transfer, owner)) assertEndPossible(services, transfer, expiresAt)
  if (expiresAt <= services.clock.now()) assertEndPossible(services, transfer, expiresAt)
  const latest = longestEnd(services, transfer, owner)
  if (expiresAt <= latest) return
  const { decided } = policyFor(owner, services.config)
  if (decided.longestLife === undefined && decided.expiryOptions === undefined)
    throw new Failure('PRO_SUBSCRIPTION_REQUIRED')
  throw new Failure('RULE_FORBIDS', { details: `expiresAt: until ${new Date(latest).toISOString()}` })
}
