import type { User } from '#contract/accounts.ts'
import type { UsersRow } from '#server/platform/database/database.ts'

/** What of a row its person's own screens show. */
export function userOf(row: UsersRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    isAdmin: row.is_admin === 1,
    isPro: row.is_pro === 1,
    mustChangePassword: row.must_change_password === 1,
    language: row.language,
  }
}
