import type { Database } from '#server/platform/database/database.ts'

/** Holds all claims, so that of two that share a network or the space the second counts the first. */
export async function holdClaims(transaction: Database, now: number): Promise<void> {
  await transaction
    .insertInto('rate_limits')
    .values({ key: 'claims', free_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ free_at: now }))
    .execute()
}
