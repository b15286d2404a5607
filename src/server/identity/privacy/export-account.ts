import type { Services } from '#server/platform/services.ts'
import { findPreferences } from '../accounts/preferences.ts'
import { findProfile } from '../accounts/profile.ts'
import type { PersonalParts } from '../personal-data/personal-data.ts'
import { describeSecurity } from '../sign-in/factors/factors.ts'

/**
 * Everything held about a person, as the text of one JSON object in chunks: `exportedAt`, `account`, and a list for each
 * part.
 */
export async function* exportAccount(
  services: Services,
  parts: PersonalParts,
  userId: string,
): AsyncGenerator<string, void> {
  const exportedAt = new Date(services.clock.now()).toISOString()
  const account = await describeAccount(services, userId)
  yield `{\n"exportedAt": ${JSON.stringify(exportedAt)},\n"account": ${JSON.stringify(account, null, 2)}`
  for (const [name, part] of Object.entries(parts)) {
    yield `,\n${JSON.stringify(name)}: [`
    let separator = '\n'
    for await (const row of part.rows(userId)) {
      yield `${separator}${JSON.stringify(row)}`
      separator = ',\n'
    }
    yield ']'
  }
  yield '\n}\n'
}

async function describeAccount(services: Services, userId: string): Promise<object> {
  const { database } = services
  const row = await database
    .selectFrom('users')
    .select(['is_active', 'email_verified_at', 'email_vouched', 'signed_in_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const devices = await database
    .selectFrom('known_devices')
    .select('seen_at')
    .where('user_id', '=', userId)
    .orderBy('seen_at')
    .execute()
  const groups = await database
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .select('groups.name')
    .where('group_members.user_id', '=', userId)
    .orderBy('groups.name_folded')
    .execute()
  return {
    ...(await findProfile(services, userId)),
    isActive: row.is_active === 1,
    emailVerifiedAt: row.email_verified_at === null ? null : new Date(row.email_verified_at).toISOString(),
    emailVouchedFor: row.email_vouched === 1,
    /** Those that an administrator has put the person into. */
    groups: groups.map(({ name }) => name),
    signedInAt: row.signed_in_at === null ? null : new Date(row.signed_in_at).toISOString(),
    preferences: await findPreferences(services, userId),
    security: await describeSecurity(services, userId),
    // Which ones they are is kept as a hash, by which they are known again.
    knownDevices: devices.map(({ seen_at }) => ({ lastSeenAt: new Date(seen_at).toISOString() })),
  }
}
