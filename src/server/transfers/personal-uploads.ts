import type { PersonalData } from '#server/identity/privacy/personal-data.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * The resumable uploads of a person that have not become a transfer. What was said of them is sealed with a key that only the
 * upload's address opens, and so cannot be shown. Erasing takes their keys; the next sweep takes their segments.
 */
export function personalUploads({ database, clock }: Pick<Services, 'database' | 'clock'>): PersonalData {
  function unfinished(userId: string) {
    return database.selectFrom('uploads').where('owner_id', '=', userId).where('outcome', 'is', null)
  }
  return {
    async *rows(userId) {
      const uploads = await unfinished(userId).select(['length', 'received', 'expires_at']).execute()
      for (const { length, received, expires_at } of uploads) {
        yield { length, received, expiresAt: new Date(expires_at).toISOString() }
      }
    },
    async count(userId) {
      const { count } = await unfinished(userId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      const nothing = new Uint8Array(0)
      await transaction
        .updateTable('uploads')
        .set({
          owner_id: null,
          expires_at: clock.now(),
          metadata: nothing,
          sealed_key: nothing,
          outcome: null,
        })
        .where('owner_id', '=', userId)
        .execute()
    },
  }
}
