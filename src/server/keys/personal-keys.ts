import type { PersonalData } from '#server/identity/personal-data/personal-data.ts'
import type { Services } from '#server/platform/services.ts'
import { listOwnKeys } from './key-pairs.ts'

/** The key pairs of a person. Private halves that the server made do not leave it, not even sealed. */
export function personalKeys({ database }: Pick<Services, 'database'>): PersonalData {
  return {
    async *rows(userId) {
      yield* await listOwnKeys({ database }, userId)
    },
    async count(userId) {
      return (await listOwnKeys({ database }, userId)).length
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('ml_kem_pairs').where('user_id', '=', userId).execute()
      await transaction.deleteFrom('x_wing_pairs').where('user_id', '=', userId).execute()
      await transaction.deleteFrom('rsa_pairs').where('user_id', '=', userId).execute()
    },
  }
}
