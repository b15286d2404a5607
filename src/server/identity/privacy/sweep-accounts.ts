import type { Services } from '#server/platform/services.ts'
import { endGraceOfOthers } from '../sign-in/factors/days-of-grace.ts'
import { removeEndedSessions } from '../sign-in/sessions/sessions.ts'
import { tryMemory } from '../sign-in/tries/throttle-attempts.ts'

/** Milliseconds without a sign-in after which a device is forgotten. */
export const deviceMemory = 180 * 24 * 60 * 60_000

/** Milliseconds for which an API key that has expired still stands in its owner's list. */
export const expiredKeyMemory = 30 * 24 * 60 * 60_000

/**
 * Deletes expired sessions, links in mails, sign-ins under way, API keys, wrong tries and devices, and the deadlines for second
 * factors that are no longer required.
 */
export async function sweepAccounts(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  await removeEndedSessions(services)
  await database.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute()
  await database.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
  await database
    .deleteFrom('api_keys')
    .where('expires_at', '<=', now - expiredKeyMemory)
    .execute()
  await database.deleteFrom('device_codes').where('expires_at', '<=', now).execute()
  await database.deleteFrom('oidc_sign_ins').where('expires_at', '<=', now).execute()
  await database.deleteFrom('email_verifications').where('expires_at', '<=', now).execute()
  await database.deleteFrom('reset_tokens').where('expires_at', '<=', now).execute()
  await database.deleteFrom('invitations').where('expires_at', '<=', now).execute()
  await database
    .deleteFrom('failed_attempts')
    .where('last_at', '<=', now - tryMemory)
    .execute()
  await database
    .deleteFrom('known_devices')
    .where('seen_at', '<=', now - deviceMemory)
    .execute()
  await endGraceOfOthers(database, services.config)
}
