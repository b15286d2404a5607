import type { AdminUser } from '#contract/admin.ts'
import { storageUsedBy } from '#server/identity/accounts/storage-used.ts'
import { userOf } from '#server/identity/accounts/user-of.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'

/** People as administrators see them, in the order given, with the storage that they use at `now`. */
export async function adminUsersOf(
  database: Database,
  rows: readonly UsersRow[],
  now: number,
): Promise<AdminUser[]> {
  const ids = rows.map(({ id }) => id)
  const used = await storageUsedBy(database, ids, now)
  return rows.map((row) => adminUserOf(row, used.get(row.id) ?? 0))
}

function adminUserOf(row: UsersRow, storageUsed: number): AdminUser {
  return {
    ...userOf(row),
    isActive: row.is_active === 1,
    storageLimit: row.storage_limit,
    storageUsed,
    storageUsagePercent: percentOf(storageUsed, row.storage_limit),
    createdAt: new Date(row.created_at).toISOString(),
    signedInAt: row.signed_in_at === null ? null : new Date(row.signed_in_at).toISOString(),
  }
}

/** Of nothing at all, a single byte is everything. */
function percentOf(used: number, limit: number): number {
  if (limit === 0) return used === 0 ? 0 : 100
  return Math.round((used / limit) * 100)
}
