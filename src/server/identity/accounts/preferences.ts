import type { Preferences } from '#contract/accounts/accounts.ts'
import { termsVersion } from '#contract/accounts/terms.ts'
import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import { appendSecurityNotice } from '../credentials/append-security-notice.ts'

/** Which mails a person wants. */
export async function findPreferences(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<Preferences> {
  const row = await database
    .selectFrom('users')
    .select(['wants_security', 'wants_notifications', 'wants_marketing'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    security: row.wants_security === 1,
    notifications: row.wants_notifications === 1,
    marketing: row.wants_marketing === 1,
  }
}

/**
 * Keeps which mails a person wants. Consent to marketing is kept with its time and the version of the terms it was given
 * under, and forgotten when it is taken back. That security mails are switched off is told by a last one.
 * @param device where it was done, for that mail
 */
export async function updatePreferences(
  services: Services,
  userId: string,
  wanted: Preferences,
  device: string,
): Promise<void> {
  const { database, clock } = services
  await transact(database, async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const consent = {
      marketing_consent_at: user.marketing_consent_at ?? clock.now(),
      marketing_consent_version: user.marketing_consent_version ?? termsVersion,
    }
    const noConsent = { marketing_consent_at: null, marketing_consent_version: null }
    await transaction
      .updateTable('users')
      .set({
        wants_security: wanted.security ? 1 : 0,
        wants_notifications: wanted.notifications ? 1 : 0,
        wants_marketing: wanted.marketing ? 1 : 0,
        ...(wanted.marketing ? consent : noConsent),
      })
      .where('id', '=', userId)
      .execute()
    if (user.wants_security === 1 && !wanted.security) {
      await appendSecurityNotice(services, transaction, user, 'noticesOff', device)
    }
  })
  services.dispatcher.wake()
}
