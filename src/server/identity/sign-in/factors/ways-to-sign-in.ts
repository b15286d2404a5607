import { noPassword } from '#crypto/passwords/account-password.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

type Rules = Pick<Services['config'], 'OIDC_ISSUER' | 'PASSWORD_SIGN_IN'>

/** Whether this person may sign in with a password; of an unknown one, whether anyone may. */
export function isPasswordAllowed(
  { PASSWORD_SIGN_IN: rule }: Pick<Rules, 'PASSWORD_SIGN_IN'>,
  user: Pick<UsersRow, 'is_admin'> | undefined,
): boolean {
  return rule === 'on' || (rule === 'admins' && user?.is_admin !== 0)
}

/**
 * Whether a person can sign in: with their password, a passkey or a connected sign-in.
 * @param without the id of a connected sign-in that does not count
 */
export async function hasWayToSignIn(
  database: Database,
  rules: Rules,
  user: Pick<UsersRow, 'id' | 'password_hash' | 'is_admin'>,
  without?: string,
): Promise<boolean> {
  if (user.password_hash !== noPassword && isPasswordAllowed(rules, user)) return true
  const passkey = await database
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (passkey) return true
  const other = await database
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', user.id)
    .where('issuer', '=', rules.OIDC_ISSUER ?? '')
    .where('id', '!=', without ?? '')
    .executeTakeFirst()
  return other !== undefined
}
