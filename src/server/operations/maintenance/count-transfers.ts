import { sql } from 'kysely'
import { type Bucket, findBuckets, sumCounters } from '#server/platform/database/counters.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Transfers are counted by the hour of their creation; milliseconds. */
export const createdHour = 60 * 60_000

const live = ['transfers:live']
const expired = ['transfers:expired']
const all = [...live, ...expired, 'transfers:deleted', 'transfers:downloaded']

/** Live transfers at `now`, and their bytes. */
export async function countActive(
  database: Database,
  now: number,
): Promise<{ amount: number; bytes: number }> {
  const counted = await sumCounters(database, live)
  const over = await findOverdue(database, now)
  return {
    amount: over.reduce((rest, { amount }) => rest - amount, counted.amount),
    bytes: over.reduce((rest, { bytes }) => rest - bytes, counted.bytes),
  }
}

/** All transfers, those that have ended until their rows are removed; and of them those created after `since`. */
export async function countCreated(
  database: Database,
  since: number,
): Promise<{ all: number; recent: number }> {
  const hour = Math.floor(since / createdHour) + 1
  const { amount } = await sumCounters(database, all)
  const whole = await sumCounters(database, all, hour)
  const { part } = await database
    .selectFrom('transfers')
    .select(({ fn }) => fn.countAll<number>().as('part'))
    .where('created_at', '>', since)
    .where('created_at', '<', hour * createdHour)
    .executeTakeFirstOrThrow()
  return { all: amount, recent: whole.amount + part }
}

/** How many transfers the lists of administrators have, by the hour of their creation, the latest first. */
export async function findListedHours(
  database: Database,
  filter: 'all' | 'active' | 'expired',
  now: number,
): Promise<Bucket[]> {
  if (filter === 'all') return findBuckets(database, [...live, ...expired])
  const sign = filter === 'active' ? -1 : 1
  const counted = await findBuckets(database, filter === 'active' ? live : expired)
  const hours = new Map(counted.map((hour) => [hour.bucket, hour]))
  for (const { bucket, amount, bytes } of await findOverdue(database, now)) {
    const hour = hours.get(bucket)
    hours.set(bucket, {
      bucket,
      amount: (hour?.amount ?? 0) + sign * amount,
      bytes: (hour?.bytes ?? 0) + sign * bytes,
    })
  }
  return [...hours.values()].toSorted((a, b) => b.bucket - a.bucket)
}

const byHour = sql<number>`created_at / ${sql.lit(createdHour)}`

/** Transfers that count as live and whose time is up: the next sweep ends them, so there are few. */
function findOverdue(database: Database, now: number): Promise<Bucket[]> {
  return database
    .selectFrom('transfers')
    .select(({ fn }) => [
      byHour.as('bucket'),
      fn.countAll<number>().as('amount'),
      fn.sum<number>('size').as('bytes'),
    ])
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .groupBy(byHour)
    .execute()
}
