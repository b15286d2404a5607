import type { Database } from './database.ts'
import { transact } from './transact.ts'

/**
 * How many rows there are, kept by triggers in the transactions that change them (migrations/rows/counted-rows.ts). On
 * PostgreSQL a counter has several rows, one for each of several connections: the sum is what counts.
 */
export type Bucket = { readonly bucket: number; readonly amount: number; readonly bytes: number }

/** The sums of counters, from the bucket `from` on. */
export async function sumCounters(
  database: Database,
  names: readonly string[],
  from?: number,
): Promise<{ amount: number; bytes: number }> {
  const sums = await database
    .selectFrom('counters')
    .select(({ fn }) => [
      fn.sum<number | null>('amount').as('amount'),
      fn.sum<number | null>('bytes').as('bytes'),
    ])
    .where('name', 'in', names)
    .$if(from !== undefined, (query) => query.where('bucket', '>=', from ?? 0))
    .executeTakeFirstOrThrow()
  return { amount: sums.amount ?? 0, bytes: sums.bytes ?? 0 }
}

/** The buckets of counters together, the highest first; without empty ones. */
export async function findBuckets(database: Database, names: readonly string[]): Promise<Bucket[]> {
  const buckets = await database
    .selectFrom('counters')
    .select(({ fn }) => [
      'bucket',
      fn.sum<number>('amount').as('amount'),
      fn.sum<number>('bytes').as('bytes'),
    ])
    .where('name', 'in', names)
    .groupBy('bucket')
    .orderBy('bucket', 'desc')
    .execute()
  return buckets.filter(({ amount }) => amount !== 0)
}

/** Beginning of a page: the highest bucket with rows of it, and the number of that bucket's rows before it. */
type PlaceInBuckets = { readonly bucket: number; readonly before: number }

/**
 * Finds the row after the first `offset` without reading those, in an order from the highest bucket to the lowest.
 * @returns undefined when there are fewer rows
 */
export function findPlace(buckets: readonly Bucket[], offset: number): PlaceInBuckets | undefined {
  let before = offset
  for (const { bucket, amount } of buckets) {
    if (before < amount) return { bucket, before }
    before -= amount
  }
  return undefined
}

/** Merges what several connections have counted, and forgets counters that are zero. */
export async function mergeCounters(database: Database): Promise<void> {
  await transact(database, async (transaction) => {
    const parts = await transaction.deleteFrom('counters').where('shard', '<>', 0).returningAll().execute()
    for (const part of parts) {
      await transaction
        .insertInto('counters')
        .values({ ...part, shard: 0 })
        .onConflict((conflict) =>
          conflict.columns(['name', 'bucket', 'shard']).doUpdateSet(({ eb, ref }) => ({
            amount: eb('counters.amount', '+', ref('excluded.amount')),
            bytes: eb('counters.bytes', '+', ref('excluded.bytes')),
          })),
        )
        .execute()
    }
    await transaction
      .deleteFrom('counters')
      .where('amount', '=', 0)
      .where('bytes', '=', 0)
      .where('shard', '=', 0)
      .execute()
  })
}
