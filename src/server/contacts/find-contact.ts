import type { Contact } from '#contract/contacts.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { contactOf } from './contact-of.ts'

/** A person's own contact. @throws Failure CONTACT_NOT_FOUND, also for somebody else's */
export async function findContact(
  { database }: Pick<Services, 'database'>,
  userId: string,
  id: string,
): Promise<Contact> {
  const row = await database
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Failure('CONTACT_NOT_FOUND')
  return contactOf(row)
}
