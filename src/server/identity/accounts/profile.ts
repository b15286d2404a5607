import type { Profile, User } from '#contract/accounts/accounts.ts'
import type { TermsAcceptance } from '#contract/accounts/terms-acceptance.ts'
import type { Language } from '#contract/languages.ts'
import { noPassword } from '#crypto/passwords/account-password.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import { languageBesideOlder } from '#server/platform/locks/language-beside-older.ts'
import type { Services } from '#server/platform/services.ts'
import { findConsent, recordConsent, userSubject, withdrawConsents } from '../consents/consents.ts'
import { presentTerms } from '../consents/own-terms.ts'
import { storageUsed } from './storage.ts'

/** The members of a row that the person's own screens show. `mustAddFactor`: see isFactorOverdue. */
export function userOf(row: UsersRow, mustAddFactor = false): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    isAdmin: row.is_admin === 1,
    isPro: row.is_pro === 1,
    mustChangePassword: row.must_change_password === 1,
    mustAddFactor,
    language: row.language,
  }
}

/** The profile of a person, for themselves. @throws Failure INVALID_TOKEN when the account has just been erased */
export async function findProfile(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
): Promise<Profile> {
  const row = await database.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!row) throw new Failure('INVALID_TOKEN')
  return {
    ...userOf(row),
    createdAt: new Date(row.created_at).toISOString(),
    storageUsed: await storageUsed(database, userId, clock.now()),
    storageLimit: row.storage_limit,
    pendingEmail: await findPendingEmail(database, row, clock.now()),
    hasPassword: row.password_hash !== noPassword,
  }
}

/** The address that a link was mailed to, to replace the account's. */
async function findPendingEmail(
  database: Database,
  { id, email }: Pick<UsersRow, 'id' | 'email'>,
  now: number,
): Promise<string | null> {
  const row = await database
    .selectFrom('email_verifications')
    .select('email')
    .where('user_id', '=', id)
    .where('email', '!=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.email ?? null
}

/** Stores the language of a person's mails and pages. */
export async function chooseLanguage(
  services: Pick<Services, 'database' | 'engine' | 'clock'>,
  userId: string,
  chosen: Language,
): Promise<void> {
  const language = (await languageBesideOlder(services, chosen)) ?? null
  await services.database.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

/**
 * Keeps which version of the terms a person has accepted, and when. The same version again changes nothing.
 * @throws Failure BAD_REQUEST for a version that does not hold now, INVALID_TOKEN when the account has just been erased
 */
export async function acceptTerms(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
  version: string,
): Promise<TermsAcceptance> {
  return transact(database, async (transaction) => {
    const subject = await userSubject(transaction, userId)
    // One of several at the same time is kept.
    const user = await lockRow(transaction, 'users', userId)
    if (!user) throw new Failure('INVALID_TOKEN')
    const text = await presentTerms(transaction, user.language ?? 'en')
    if (version !== text.version) throw new Failure('BAD_REQUEST')
    const known = await findConsent(transaction, subject, 'terms')
    if (known?.version === version) return { version, acceptedAt: new Date(known.given_at).toISOString() }
    const now = clock.now()
    await withdrawConsents(transaction, subject, now, 'terms')
    const accepted = { subject, purpose: 'terms', how: 'page', text, language: null, now } as const
    await recordConsent(transaction, accepted)
    return { version, acceptedAt: new Date(now).toISOString() }
  })
}
