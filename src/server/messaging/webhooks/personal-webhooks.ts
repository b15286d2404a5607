import type { PersonalData } from '#server/identity/personal-data/personal-data.ts'
import type { Services } from '#server/platform/services.ts'
import { listDeliveries } from './deliveries.ts'
import { listWebhooks } from './webhooks.ts'

/**
 * Own webhooks of a person with their last calls, without secrets. Those of the service that are in the person's name end with the
 * account, too.
 */
export function personalWebhooks(services: Services): PersonalData {
  return {
    async *rows(userId) {
      const scope = { userId }
      for (const { id } of await listWebhooks(services, scope)) {
        const { webhook, deliveries } = await listDeliveries(services, scope, id)
        yield { ...webhook, deliveries }
      }
    },
    async count(userId) {
      return (await listWebhooks(services, { userId })).length
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('webhooks').where('user_id', '=', userId).execute()
    },
  }
}
