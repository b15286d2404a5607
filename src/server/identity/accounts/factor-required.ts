import type { Services } from '#server/platform/services.ts'

/** Milliseconds to add a second factor after the service has begun to require one. */
export const factorGrace = 7 * 24 * 60 * 60_000

type Policy = Pick<Services['config'], 'SECOND_FACTOR'>

/** Whether the service requires a second factor. */
export function isFactorRequired({ SECOND_FACTOR: policy }: Policy, isAdmin: boolean): boolean {
  return policy === 'all' || (policy === 'administrators' && isAdmin)
}

/**
 * Whether someone may do nothing more until they have added a second factor.
 * @param dueAt `second_factor_due_at` of their row, which is null as long as they have one
 */
export function isFactorOverdue(
  policy: Policy,
  isAdmin: boolean,
  dueAt: number | null,
  now: number,
): boolean {
  return dueAt !== null && dueAt <= now && isFactorRequired(policy, isAdmin)
}
