import type { Services } from '../services.ts'
import type { Allowance } from './consume-rate-limit.ts'

/** Gives one (or `count`) back: what was taken before it was known whether it counts. */
export async function returnAllowance(
  { database, config }: Pick<Services, 'database' | 'config'>,
  key: string,
  { interval }: Allowance,
  count = 1,
): Promise<void> {
  if (!config.RATE_LIMITS) return
  await database
    .updateTable('allowances')
    .set(({ eb }) => ({ free_at: eb('free_at', '-', count * interval) }))
    .where('key', '=', key)
    .execute()
}
