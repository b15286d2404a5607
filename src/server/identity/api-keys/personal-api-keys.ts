import type { Services } from '#server/platform/services.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'
import { listApiKeys } from './api-keys.ts'

/** The API keys of a person, without what they are. */
export function personalApiKeys({ database }: Pick<Services, 'database'>): PersonalData {
  return {
    async *rows(userId) {
      yield* await listApiKeys({ database }, userId)
    },
    async count(userId) {
      return (await listApiKeys({ database }, userId)).length
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('device_codes').where('user_id', '=', userId).execute()
      await transaction.deleteFrom('api_keys').where('user_id', '=', userId).execute()
    },
  }
}
