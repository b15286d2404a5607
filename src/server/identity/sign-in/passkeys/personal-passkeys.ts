import type { Services } from '#server/platform/services.ts'
import type { PersonalData } from '../../personal-data/personal-data.ts'
import { findPasskeys, passkeyOf } from './passkeys.ts'

/** The passkeys of a person, without what identifies them to an authenticator. */
export function personalPasskeys({ database }: Pick<Services, 'database'>): PersonalData {
  return {
    async *rows(userId) {
      yield* (await findPasskeys(database, userId)).map(passkeyOf)
    },
    async count(userId) {
      return (await findPasskeys(database, userId)).length
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute()
      await transaction.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
    },
  }
}
