import type { DatabasePlace } from './databases.ts'
import { type Held, holdCommits } from './hold-commits.ts'

/**
 * On PostgreSQL: makes a change and, before it is committed, calls that meet it: each of them waits for it, or for its own commit.
 * @param table whose rows the change changes, new and removed ones among them
 * @returns the codes of failure of the calls, or `none`
 */
export async function meet(
  { url }: DatabasePlace,
  table: Held,
  change: () => Promise<unknown>,
  others: () => Promise<unknown>[],
): Promise<string[]> {
  await using held = await holdCommits(url, table)
  const changing = change()
  await held.met(1)
  const meeting = others()
  const codes = codesOf(meeting)
  await held.met(1 + meeting.length)
  await held.release()
  await changing
  return codes
}

/** The code with which each of some calls fails; `none` for those that do not. */
async function codesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls)
  return results.map((one) => (one.status === 'fulfilled' ? 'none' : one.reason.code))
}
