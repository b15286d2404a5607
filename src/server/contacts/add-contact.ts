import type { Contact, ContactRequest } from '#contract/contacts.ts'
import { maxContacts } from '#contract/limits.ts'
import { newId } from '#crypto/random-id.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { columnsOf, contactOf } from './contact-of.ts'

/** Writes a contact down for a person. @throws Failure TOO_MANY_CONTACTS */
export async function addContact(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
  request: ContactRequest,
): Promise<Contact> {
  const row = { id: newId(), user_id: userId, ...columnsOf(request), created_at: clock.now() }
  await transact(database, async (transaction) => {
    await transaction.insertInto('contacts').values(row).execute()
    const { count } = await transaction
      .selectFrom('contacts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count > maxContacts) throw new Failure('TOO_MANY_CONTACTS')
  })
  return contactOf(row)
}
