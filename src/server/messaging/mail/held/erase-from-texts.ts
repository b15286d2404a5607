import { withoutAddress } from '#server/identity/personal-data/written-address.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import { openRecord, sealRecord } from '#server/platform/events/sealed-record.ts'
import type { Services } from '#server/platform/services.ts'
import { eventContent } from '#server/schema/event-kinds.ts'
import { openMail } from '../outbox.ts'

type Needs = Pick<Services, 'keyRing' | 'log'>

/** Takes an address out of what is being mailed to others: texts of events that wait, and of mails that have not left. */
export async function eraseFromTexts(
  { keyRing, log }: Needs,
  transaction: Database,
  { address, hash }: { readonly address: string; readonly hash: Uint8Array },
): Promise<void> {
  for await (const { id, kind, kid, payload: sealed } of inPages(
    transaction.selectFrom('events').selectAll(),
  )) {
    try {
      const content = eventContent.parse({
        kind,
        payload: openRecord(keyRing, `event ${id}`, { kid, sealed }),
      })
      if (!isWritten(content.kind)) continue
      const payload = withoutAddressIn(content.payload, address)
      if (JSON.stringify(payload) === JSON.stringify(content.payload)) continue
      const rest = sealRecord(keyRing, `event ${id}`, payload)
      await transaction
        .updateTable('events')
        .set({ kid: rest.kid, payload: rest.sealed })
        .where('id', '=', id)
        .execute()
    } catch (error) {
      // It cannot become a mail either, and is given up within a day.
      log.warn({ err: error, event: { id, kind } }, 'an event could not be looked through')
    }
  }
  const others = transaction.selectFrom('mail_outbox').selectAll().where('address_hash', '<>', hash)
  for await (const row of inPages(others)) {
    const { to, stopUrl, ...texts } = openMail({ keyRing }, row)
    const rest = withoutAddressIn(texts, address)
    if (JSON.stringify(rest) === JSON.stringify(texts)) continue
    const sealed = sealRecord(keyRing, `mail ${row.id}`, { ...texts, ...rest, to, stopUrl })
    await transaction.updateTable('mail_outbox').set(sealed).where('id', '=', row.id).execute()
  }
}

/** Events that carry what people wrote, and are about transfers, reports and requests: those about accounts carry their address. */
function isWritten(kind: string): boolean {
  return /^(?:transfer|link|report|request)\./.test(kind)
}

/** A record without an address in its texts, but for those that say to whom something goes. */
function withoutAddressIn(record: object, address: string): object {
  return JSON.parse(
    JSON.stringify(record, (key, value: unknown) =>
      typeof value === 'string' && key !== 'email' ? withoutAddress(value, address) : value,
    ),
  )
}
