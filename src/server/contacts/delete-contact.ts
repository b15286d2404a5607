import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** Deletes a person's own contact. @throws Failure CONTACT_NOT_FOUND, also for somebody else's */
export async function deleteContact(
  { database }: Pick<Services, 'database'>,
  userId: string,
  id: string,
): Promise<void> {
  const deleted = await database
    .deleteFrom('contacts')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) throw new Failure('CONTACT_NOT_FOUND')
}
