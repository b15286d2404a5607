import type { ContactsQuery, ContactsReply } from '#contract/contacts.ts'
import { contains } from '#server/platform/database/contains.ts'
import type { Services } from '#server/platform/services.ts'
import { contactOf } from './contact-of.ts'

/** One page of a person's contacts, by name. */
export async function listContacts(
  { database }: Pick<Services, 'database'>,
  userId: string,
  { page, pageSize, search }: ContactsQuery,
): Promise<Omit<ContactsReply, 'success'>> {
  const matching = database
    .selectFrom('contacts')
    .where('user_id', '=', userId)
    .$if(search !== '', (query) => query.where(contains('search_text', search)))
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('name_folded')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { contacts: rows.map(contactOf), total, page, pageSize }
}
