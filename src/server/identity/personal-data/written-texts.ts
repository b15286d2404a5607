import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { withoutAddress } from './written-address.ts'

type Place = {
  readonly table: keyof Tables
  readonly key: string
  readonly columns: readonly string[]
  /** A column of addresses whose row is that of the address itself, and stays as it is. */
  readonly own?: string
}

/**
 * Columns of free text, in which an address may stand. Files and their names belong to their sender and stay as they are. The audit
 * log holds no free text.
 */
const places: readonly Place[] = [
  { table: 'reports', key: 'id', columns: ['explanation', 'name'] },
  { table: 'case_entries', key: 'id', columns: ['text'] },
  { table: 'decisions', key: 'id', columns: ['facts', 'ground_reference'] },
  { table: 'transfers', key: 'id', columns: ['title', 'sender_name', 'message', 'uploader_name'] },
  { table: 'links', key: 'id', columns: ['label'] },
  { table: 'requests', key: 'id', columns: ['title', 'instructions', 'checklist'] },
  { table: 'request_uploads', key: 'transfer_id', columns: ['checked'] },
  {
    table: 'contacts',
    key: 'id',
    columns: ['name', 'name_folded', 'company', 'phone', 'search_text'],
    own: 'email',
  },
  { table: 'notifications', key: 'id', columns: ['filename'] },
  { table: 'sent_mails', key: 'id', columns: ['sender'] },
  { table: 'api_keys', key: 'id', columns: ['name'] },
  { table: 'passkeys', key: 'id', columns: ['name'] },
]

/** A text that holds an address. */
type Mention = { readonly table: string; readonly key: string; readonly column: string; readonly id: string }

/**
 * The texts in which an address may stand. Reads whole tables: meant for a connection of slow reads, before the transaction that
 * erases.
 */
export async function findMentions(database: Database, address: string): Promise<readonly Mention[]> {
  const folded = address.toLowerCase()
  const pattern = `%${folded.slice(0, folded.lastIndexOf('@'))}@%`
  const found: Mention[] = []
  for (const { table, key, columns, own } of places)
    for (const column of columns) {
      const others = own === undefined ? sql`` : sql`and lower(${sql.ref(own)}) <> ${folded}`
      const { rows } = await sql<{ id: string; text: string }>`
        select ${sql.ref(key)} as id, ${sql.ref(column)} as text from ${sql.table(table)}
        where lower(${sql.ref(column)}) like ${pattern} ${others}`.execute(database)
      for (const { id, text } of rows)
        if (withoutAddress(text, address) !== text) found.push({ table, key, column, id })
    }
  return found
}

/** Takes an address out of the texts that were found to hold it, as they are by now. */
export async function eraseMentions(
  transaction: Database,
  mentions: readonly Mention[],
  address: string,
): Promise<void> {
  for (const { table, key, column, id } of mentions) {
    const { rows } = await sql<{ text: string | null }>`
      select ${sql.ref(column)} as text from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(
      transaction,
    )
    const text = rows[0]?.text
    if (text === undefined || text === null) continue
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${withoutAddress(text, address)}
      where ${sql.ref(key)} = ${id}`.execute(transaction)
  }
}
