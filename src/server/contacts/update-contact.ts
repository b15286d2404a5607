import type { Contact, ContactRequest } from '#contract/contacts.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { columnsOf, contactOf } from './contact-of.ts'

/** Writes a person's own contact down anew. @throws Failure CONTACT_NOT_FOUND, also for somebody else's */
export async function updateContact(
  { database }: Pick<Services, 'database'>,
  userId: string,
  id: string,
  request: ContactRequest,
): Promise<Contact> {
  const row = await database
    .updateTable('contacts')
    .set(columnsOf(request))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Failure('CONTACT_NOT_FOUND')
  return contactOf(row)
}
