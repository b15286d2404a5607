import type { Services } from '#server/platform/services.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'
import { listConsents, userSubject, withdrawConsents } from './consents.ts'

/**
 * What a person has agreed to with their account. The ledger stays as the proof of it, under a hash that leads nowhere; what
 * was still given is withdrawn.
 */
export function personalConsents({ database, clock }: Pick<Services, 'database' | 'clock'>): PersonalData {
  return {
    async *rows(userId) {
      yield* await listConsents(database, await userSubject(database, userId))
    },
    async count(userId) {
      const { count } = await database
        .selectFrom('consents')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('subject', '=', await userSubject(database, userId))
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      await withdrawConsents(transaction, await userSubject(transaction, userId), clock.now())
    },
  }
}
