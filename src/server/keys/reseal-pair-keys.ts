import type { Services } from '#server/platform/services.ts'

/**
 * Seals every pair key that another master key holds under the active one. The private halves below them are not touched.
 * It may be stopped and repeated.
 * @returns how many were sealed anew
 * @throws MasterKeysInvalid when a pair key's master key is not configured
 */
export async function resealPairKeys({
  database,
  keyRing,
}: Pick<Services, 'database' | 'keyRing'>): Promise<number> {
  const old = await database
    .selectFrom('ml_kem_pairs')
    .select(['id', 'kid', 'sealed_pair_key'])
    .where('kid', '!=', keyRing.activeKid)
    .execute()
  for (const pair of old) {
    const { kid, sealed } = keyRing.resealPairKey(pair.id, pair.kid, pair.sealed_pair_key)
    await database
      .updateTable('ml_kem_pairs')
      .set({ kid, sealed_pair_key: sealed })
      .where('id', '=', pair.id)
      .where('kid', '=', pair.kid)
      .execute()
  }
  return old.length
}
