import type { Preferences } from '#contract/accounts/accounts.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { recordConsent, userSubject, withdrawConsents } from '../consents/consents.ts'
import { appendSecurityNotice } from './append-security-notice.ts'
import { lockUser } from './lock-account.ts'

/** Changes of preferences a day: the ledger keeps every line, and each end of security mails is one more mail. */
const changes = { burst: 20, interval: (24 * 60 * 60_000) / 20 }

/** Which mails a person wants. @throws Failure INVALID_TOKEN when the account has just been erased */
export async function findPreferences(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<Preferences> {
  const row = await database
    .selectFrom('users')
    .select(['wants_security', 'wants_notifications', 'wants_marketing'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Failure('INVALID_TOKEN')
  return {
    security: row.wants_security === 1,
    notifications: row.wants_notifications === 1,
    marketing: row.wants_marketing === 1,
  }
}

/**
 * Stores which mails a person wants. Consent to marketing and its withdrawal go into the ledger of consents; switching security
 * mails off sends a last one.
 * @param device where it was done, for that mail
 * @throws Failure RATE_LIMITED for repeated switching, INVALID_TOKEN when the account has just been erased
 */
export async function updatePreferences(
  services: Services,
  userId: string,
  wanted: Preferences,
  device: string,
): Promise<void> {
  const { database, clock } = services
  await transact(database, async (transaction) => {
    // Locks the user, so that the second of two concurrent changes sees the first.
    const user = await lockUser(transaction, userId)
    await transaction
      .updateTable('users')
      .set({
        wants_security: wanted.security ? 1 : 0,
        wants_notifications: wanted.notifications ? 1 : 0,
        wants_marketing: wanted.marketing ? 1 : 0,
      })
      .where('id', '=', userId)
      .execute()
    const now = clock.now()
    const subject = await userSubject(transaction, userId)
    const consent = { subject, purpose: 'marketing', how: 'preferences', language: user.language } as const
    if (user.wants_marketing === 0 && wanted.marketing) {
      await consumeRateLimit({ ...services, database: transaction }, `consents ${subject}`, changes)
      await recordConsent(transaction, { ...consent, now })
    }
    if (!wanted.marketing) await withdrawConsents(transaction, subject, now, consent.purpose)
    if (user.wants_security === 1 && !wanted.security) {
      await consumeRateLimit({ ...services, database: transaction }, `security-off:${userId}`, changes)
      await appendSecurityNotice(services, transaction, user, 'noticesOff', device)
    }
  })
  services.dispatcher.wake()
}
