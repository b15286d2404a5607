import type { ServiceConfig } from '#contract/service.ts'
import { requestLimits } from '#contract/transfers/limits.ts'

/** How far ahead a deadline may be, in milliseconds. */
export function longestOpen({ requests }: Pick<ServiceConfig, 'requests'>): number {
  return requests?.longestOpen ?? requestLimits.days * 86_400_000
}
