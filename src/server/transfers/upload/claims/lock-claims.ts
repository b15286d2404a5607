import type { Database } from '#server/platform/database/database.ts'

/** Locks all claims: of two that share a network or the free space, the second counts the first. */
export async function lockClaims(transaction: Database, now: number): Promise<void> {
  await transaction
    .insertInto('rate_limits')
    .values({ key: 'claims', free_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ free_at: now }))
    .execute()
}
