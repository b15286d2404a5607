import { maxAddressRows, type SentMail, type SentMailKind } from '#contract/accounts/rights.ts'
import { foldName } from '#server/identity/accounts/account-rules.ts'
import { eraseConfirmed } from '#server/identity/addresses/confirmed-addresses.ts'
import type { AddressData, AddressOwner } from '#server/identity/personal-data/address-data.ts'
import type { Database, EventsRow } from '#server/platform/database/database.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import { openRecord, sealRecord } from '#server/platform/events/sealed-record.ts'
import type { Services } from '#server/platform/services.ts'
import { type EventContent, eventContent } from '#server/schema/event-kinds.ts'
import { openMail } from '../outbox.ts'
import { findSentMails } from '../sent-mails.ts'
import { eraseFromTexts } from './erase-from-texts.ts'

type Needs = Pick<Services, 'database' | 'keyRing' | 'log'>

/** Kinds of mails that other people send, or that come without an account; all others are about the recipient's account. */
const kinds: ReadonlyMap<string, SentMailKind> = new Map([
  ['file-shared', 'file-shared'],
  ['recipient-link', 'recipient-link'],
  ['code', 'code'],
  ['manage link', 'manage-link'],
  ['report', 'report'],
  ['report objection', 'report'],
  ['report decision', 'report'],
])

/** The mails to an address: those that have left in the last weeks, those that wait, and what is about to become one. */
export function addressMails(services: Needs): AddressData<'mails'> {
  return {
    async rows({ hash }) {
      const waiting = await findWaiting(services, hash)
      const sent = await findSentMails(services.database, hash, maxAddressRows - waiting.length)
      const rows = [...waiting, ...sent.map((row) => ({ ...row, at: row.sent_at, waiting: false }))]
      const titles = await findTitles(
        services.database,
        rows.flatMap(({ transfer_id }) => transfer_id ?? []),
      )
      return rows.map(
        ({ at, kind, sender, transfer_id, waiting: waits }): SentMail => ({
          at: new Date(at).toISOString(),
          kind: kinds.get(kind) ?? 'account',
          sender,
          ref: transfer_id,
          title: titles.get(transfer_id ?? '') ?? null,
          waiting: waits,
        }),
      )
    },
    // In the order in which an event becomes a mail, and a mail one that was sent: what moves on meanwhile is met later.
    async erase(transaction, owner) {
      for await (const event of inPages(transaction.selectFrom('events').selectAll()))
        await eraseFromEvent(services, transaction, event, owner)
      await eraseFromTexts(services, transaction, owner)
      await transaction
        .deleteFrom('mail_outbox')
        .where('address_hash', '=', owner.hash)
        // Those about an account of this address are its own; not those about one that has left it, or wants it.
        .where(({ eb, exists, not, or, selectFrom }) =>
          or([
            eb('kind', 'in', [...kinds.keys()]),
            not(
              exists(
                selectFrom('users')
                  .select('users.id')
                  .whereRef('users.id', '=', 'mail_outbox.user_id')
                  .where('users.email_folded', '=', foldName(owner.address)),
              ),
            ),
          ]),
        )
        .execute()
      await transaction.deleteFrom('sent_mails').where('address_hash', '=', owner.hash).execute()
      await eraseConfirmed(transaction, owner.hash)
    },
  }
}

async function findWaiting({ database, keyRing }: Needs, hash: Uint8Array) {
  const rows = await database
    .selectFrom('mail_outbox')
    .selectAll()
    .where('address_hash', '=', hash)
    .orderBy('queued_at', 'desc')
    .limit(maxAddressRows)
    .execute()
  return rows.map((row) => ({
    at: row.queued_at,
    kind: row.kind,
    sender: openMail({ keyRing }, row).sender ?? null,
    transfer_id: row.transfer_id,
    waiting: true,
  }))
}

/** Titles of transfers that have not ended. */
async function findTitles(database: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('transfers')
    .select(['id', 'title', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, title, name }) => [id, title ?? name]))
}

/** Takes an address out of an event that waits to be handled; an event about no other address is deleted. */
async function eraseFromEvent(
  { keyRing, log }: Needs,
  transaction: Database,
  { id, kind, kid, payload: sealed }: EventsRow,
  { address }: AddressOwner,
): Promise<void> {
  let content: EventContent
  try {
    content = eventContent.parse({ kind, payload: openRecord(keyRing, `event ${id}`, { kid, sealed }) })
  } catch (error) {
    // It cannot become a mail either, and is given up within a day.
    log.warn({ err: error, event: { id, kind } }, 'an event could not be looked through')
    return
  }
  const isTheirs = (email: string) => email.toLowerCase() === address
  if (
    content.kind === 'code.requested' ||
    content.kind === 'transfer.manage-link-requested' ||
    content.kind === 'report.decided'
  ) {
    if (isTheirs(content.payload.email)) await transaction.deleteFrom('events').where('id', '=', id).execute()
    return
  }
  if (content.kind !== 'transfer.created' && content.kind !== 'link.sent') return
  const { announcements } = content.payload
  const others = announcements.filter(({ email }) => !isTheirs(email))
  if (others.length === announcements.length) return
  const rest = sealRecord(keyRing, `event ${id}`, { ...content.payload, announcements: others })
  await transaction
    .updateTable('events')
    .set({ kid: rest.kid, payload: rest.sealed })
    .where('id', '=', id)
    .execute()
}
