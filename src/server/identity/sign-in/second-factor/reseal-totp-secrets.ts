import type { Services } from '#server/platform/services.ts'

/**
 * Seals every secret of an authenticator app that another master key holds under the active one. It may be stopped and
 * repeated.
 * @returns how many were sealed anew
 * @throws MasterKeysInvalid when a secret's master key is not configured
 */
export async function resealTotpSecrets({
  database,
  keyRing,
}: Pick<Services, 'database' | 'keyRing'>): Promise<number> {
  const old = await database.selectFrom('totp').selectAll().where('kid', '!=', keyRing.activeKid).execute()
  for (const row of old) {
    const { kid, sealed } = keyRing.resealTotpSecret(row.user_id, row.kid, row.sealed_secret)
    await database
      .updateTable('totp')
      .set({ kid, sealed_secret: sealed })
      .where('user_id', '=', row.user_id)
      .where('sealed_secret', '=', row.sealed_secret)
      .execute()
  }
  return old.length
}
