import type { Services } from '#server/platform/services.ts'
import { openWebhook, sealWebhook } from './webhook-rows.ts'

/**
 * Seals the secrets of every webhook that another master key holds under the active one. It may be stopped and repeated.
 * @returns how many were sealed anew
 * @throws MasterKeysInvalid when a webhook's master key is not configured
 */
export async function resealWebhooks(services: Pick<Services, 'database' | 'keyRing'>): Promise<number> {
  const { database, keyRing } = services
  const old = await database
    .selectFrom('webhooks')
    .select(['id', 'kid', 'sealed'])
    .where('kid', '!=', keyRing.activeKid)
    .execute()
  for (const row of old) {
    const { kid, sealed } = sealWebhook(services, row.id, openWebhook(services, row))
    await database
      .updateTable('webhooks')
      .set({ kid, sealed })
      .where('id', '=', row.id)
      .where('sealed', '=', row.sealed)
      .execute()
  }
  return old.length
}
