import { maxContacts } from '#contract/accounts/contact-limits.ts'
import type { Contact, ContactRequest, ContactsQuery, ContactsReply } from '#contract/accounts/contacts.ts'
import { newId } from '#crypto/random-id.ts'
import { lockUser } from '#server/identity/accounts/lock-account.ts'
import type { ContactsRow } from '#server/platform/database/database.ts'
import { foldForSearch } from '#server/platform/database/fold-for-search.ts'
import { contains } from '#server/platform/database/search.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** A contact as its owner sees it. */
function contactOf({ id, name, email, phone, company, created_at }: ContactsRow): Contact {
  return { id, name, email, phone, company, createdAt: new Date(created_at).toISOString() }
}

/** Columns of a contact. */
function columnsOf({
  name,
  email,
  phone,
  company,
}: ContactRequest): Omit<ContactsRow, 'id' | 'user_id' | 'created_at'> {
  const parts = [name, email, company ?? '', phone ?? '']
  // Joined by a line break, which no part has, so that no search matches across two parts.
  const search_text = parts.map(foldForSearch).join('\n')
  return { name, name_folded: foldForSearch(name), email, phone, company, search_text }
}

/** A person's own contact. @throws Failure CONTACT_NOT_FOUND, also for someone else's */
export async function findContact(
  { database }: Pick<Services, 'database'>,
  userId: string,
  id: string,
): Promise<Contact> {
  const row = await database
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', id)
    // guard: owner of a contact that is read -> tests/http/accounts/ownership.test.ts "is not there, with any call"
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Failure('CONTACT_NOT_FOUND')
  return contactOf(row)
}

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

/** Writes a contact down for a person. @throws Failure TOO_MANY_CONTACTS, INVALID_TOKEN when the account was erased */
export async function addContact(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
  request: ContactRequest,
): Promise<Contact> {
  const row = { id: newId(), user_id: userId, ...columnsOf(request), created_at: clock.now() }
  await transact(database, async (transaction) => {
    // Locks the user, so that the second of two concurrent contacts counts the first.
    // guard: two contacts at once, of which one is too many -> tests/http/accounts/contacts.test.ts "so many at most" on postgres
    await lockUser(transaction, userId)
    await transaction.insertInto('contacts').values(row).execute()
    const { count } = await transaction
      .selectFrom('contacts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    // guard: number of contacts -> tests/http/accounts/contacts.test.ts "are so many at most"
    if (count > maxContacts) throw new Failure('TOO_MANY_CONTACTS')
  })
  return contactOf(row)
}

/** Writes a person's own contact down anew. @throws Failure CONTACT_NOT_FOUND, also for someone else's */
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
    // guard: owner of a contact that is changed -> tests/http/accounts/ownership.test.ts "is not there, with any call"
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Failure('CONTACT_NOT_FOUND')
  return contactOf(row)
}

/** Deletes a person's own contact. @throws Failure CONTACT_NOT_FOUND, also for someone else's */
export async function deleteContact(
  { database }: Pick<Services, 'database'>,
  userId: string,
  id: string,
): Promise<void> {
  const deleted = await database
    .deleteFrom('contacts')
    .where('id', '=', id)
    // guard: owner of a contact that is deleted -> tests/http/accounts/ownership.test.ts "is not there, with any call"
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) throw new Failure('CONTACT_NOT_FOUND')
}
