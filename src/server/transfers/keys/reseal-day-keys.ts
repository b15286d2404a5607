import type { Services } from '#server/platform/services.ts'

/**
 * Seals every day key that another master key holds under the active one. Files and their slots are not touched, and
 * transfers go on. It may be stopped and repeated.
 * @returns how many were sealed anew
 * @throws MasterKeysInvalid when a day key's master key is not configured
 */
export async function resealDayKeys({
  database,
  keyRing,
}: Pick<Services, 'database' | 'keyRing'>): Promise<number> {
  const old = await database
    .selectFrom('day_keys')
    .selectAll()
    .where('kid', '!=', keyRing.activeKid)
    .orderBy('day')
    .execute()
  for (const { day, kid, sealed } of old) {
    await database
      .updateTable('day_keys')
      .set(keyRing.reseal(day, kid, sealed))
      .where('day', '=', day)
      .where('kid', '=', kid)
      .execute()
  }
  return old.length
}
