import type { UsersRow } from '#server/platform/database/database.ts'
import { foldName } from '../accounts/fold-name.ts'

/**
 * What wrong passwords are counted by at sign-in: the name as typed. Counting an account's two names together would tell
 * that they are one person's.
 */
export function signInKey(name: string): string {
  return `sign-in ${foldName(name)}`
}

/** The keys of both names of an account. */
export function signInKeys({ username, email }: Pick<UsersRow, 'username' | 'email'>): string[] {
  return [signInKey(username), signInKey(email)]
}
