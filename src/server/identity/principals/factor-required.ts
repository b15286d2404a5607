import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { policyFor } from './policy.ts'
import { findPrincipal, type Principal } from './principal.ts'

/** Milliseconds to add a second factor after the service has begun to require one. */
export const factorGrace = 7 * 24 * 60 * 60_000

/** Whether a person needs a second factor, as their row and groups are in the transaction. @throws Failure INVALID_TOKEN */
export async function needsFactor(
  database: Database,
  config: Services['config'],
  userId: string,
): Promise<boolean> {
  return policyFor(await findPrincipal(database, userId), config).secondFactor
}

/** Whether a person has to add one before anything else, as their row and groups are. @throws Failure INVALID_TOKEN */
export async function isOverdue(
  { database, config, clock }: Pick<Services, 'database' | 'config' | 'clock'>,
  userId: string,
  dueAt: number | null,
): Promise<boolean> {
  return dueAt !== null && dueAt <= clock.now() && (await needsFactor(database, config, userId))
}

/**
 * Whether someone may do nothing more until they have added a second factor.
 * @param dueAt `second_factor_due_at` of their row, which is null as long as they have one
 */
export function isFactorOverdue(
  config: Services['config'],
  person: Principal,
  dueAt: number | null,
  now: number,
): boolean {
  return dueAt !== null && dueAt <= now && policyFor(person, config).secondFactor
}
