import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Names } from '../accounts/account-rules.ts'
import { foldName } from './fold-name.ts'

/**
 * Looks whether names are free, or this person's own.
 * @throws Failure USERNAME_TAKEN, EMAIL_TAKEN
 */
export async function assertNamesAvailable(
  database: Database,
  { username, email }: Names,
  ownId?: string,
): Promise<void> {
  const takers = await database
    .selectFrom('users')
    .select(['id', 'username_folded'])
    .where(({ eb, or }) =>
      or([eb('username_folded', '=', foldName(username)), eb('email_folded', '=', foldName(email))]),
    )
    .execute()
  const others = takers.filter(({ id }) => id !== ownId)
  if (others.some((other) => other.username_folded === foldName(username)))
    throw new Failure('USERNAME_TAKEN')
  if (others.length > 0) throw new Failure('EMAIL_TAKEN')
}
