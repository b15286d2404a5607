import type { Database, MailOutboxRow, SentMailsRow } from '#server/platform/database/database.ts'
import { workInSets } from '#server/platform/queue/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'

/** For how long it is known that a mail was sent, in milliseconds. */
export const sentMailLife = 30 * 24 * 60 * 60_000

/** Records for its recipient that a mail has left, in the transaction that takes it out of the outbox. */
export async function recordSentMail(
  transaction: Database,
  { id, address_hash, kind, transfer_id }: MailOutboxRow,
  { sender, now }: { readonly sender: string | undefined; readonly now: number },
): Promise<void> {
  await transaction
    .insertInto('sent_mails')
    .values({ id, address_hash, kind, sender: sender ?? null, transfer_id, sent_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** The latest mails to an address. @param hash of the address, for the stop list */
export function findSentMails(database: Database, hash: Uint8Array, most: number): Promise<SentMailsRow[]> {
  return database
    .selectFrom('sent_mails')
    .selectAll()
    .where('address_hash', '=', hash)
    .orderBy('sent_at', 'desc')
    .limit(most)
    .execute()
}

/** Forgets what was sent longer ago than sentMailLife. */
export async function removeOldSentMails({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const before = clock.now() - sentMailLife
  await workInSets(async (size) => {
    const old = database.selectFrom('sent_mails').select('id').where('sent_at', '<=', before).limit(size)
    const deleted = await database.deleteFrom('sent_mails').where('id', 'in', old).executeTakeFirst()
    return Number(deleted.numDeletedRows)
  })
}
