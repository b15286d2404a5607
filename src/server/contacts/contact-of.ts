import type { Contact, ContactRequest } from '#contract/contacts.ts'
import { foldForSearch } from '#contract/fold-for-search.ts'
import type { ContactsRow } from '#server/platform/database/database.ts'

/** A contact as its owner sees it. */
export function contactOf({ id, name, email, phone, company, created_at }: ContactsRow): Contact {
  return { id, name, email, phone, company, createdAt: new Date(created_at).toISOString() }
}

/** What a person wrote down, as columns. */
export function columnsOf({
  name,
  email,
  phone,
  company,
}: ContactRequest): Omit<ContactsRow, 'id' | 'user_id' | 'created_at'> {
  const parts = [name, email, company ?? '', phone ?? '']
  // A line break, which no part has: nobody finds the end of one and the beginning of the next.
  const search_text = parts.map(foldForSearch).join('\n')
  return { name, name_folded: foldForSearch(name), email, phone, company, search_text }
}
