import type { Services } from '#server/platform/services.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'
import { listConsents, userSubject, withdrawConsents } from './consents.ts'

/**
 * Consents given with an account. Erasure withdraws those still given; the ledger stays as their proof, under a hash that leads
 * nowhere.
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
