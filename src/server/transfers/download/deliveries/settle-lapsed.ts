import type { Database, ReservationsRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import type { LiveLink } from '../../links/find-live-link.ts'
import { archiveSize } from '../../zip/file-archive.ts'
import { countDownload } from '../count-download.ts'
import { resumeTime } from '../reservations.ts'
import { addAbandoned } from './abandoned-parts.ts'
import { isNearlyWhole, parseRanges } from './byte-ranges.ts'

/** Milliseconds beyond the longest reservation; one that lasts longer was made by a clock that was ahead. */
const slack = 5_000

/**
 * Settles the downloads that were not resumed in time. Those whose bytes have all gone out count, of a limited link also those
 * with nearly all of them; the parts that others of a limited link delivered are kept, see addAbandoned. A reservation that was
 * made while the clock was ahead lapses when it would by this clock.
 */
export async function settleLapsed(services: Services): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  await database
    .updateTable('reservations')
    .set({ until: now + resumeTime })
    // guard: reservation of a clock that was ahead -> tests/http/operations/clock-put-right.test.ts "frees its place"
    //   now + resumeTime + slack becomes Number.MAX_SAFE_INTEGER
    .where('until', '>', now + resumeTime + slack)
    .execute()
  // Without a limit nothing is reserved. The ticket keeps what it had.
  await database
    .updateTable('reservations')
    .set({ until: null })
    .where('whole', '=', 0)
    .where('until', '<=', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('links')
          .select('links.id')
          .whereRef('links.id', '=', 'reservations.link_id')
          .where('links.download_limit', 'is', null),
      ),
    )
    .execute()
  await settle(services, await lapsedRows(database, now).where('whole', 'in', [0, 1]).execute(), now)
}

/** Settles the reservations of a limited link that have lapsed: until then they count as downloads that may still complete. */
export async function settleReservations(services: Services, link: LiveLink['link']): Promise<void> {
  if (link.download_limit === null) return
  const now = services.clock.now()
  await settle(
    services,
    await lapsedRows(services.database, now).where('link_id', '=', link.id).execute(),
    now,
  )
}

function lapsedRows(database: Database, now: number) {
  return database
    .selectFrom('reservations')
    .innerJoin('links', 'links.id', 'reservations.link_id')
    .select(['reservations.ticket_hash', 'links.id', 'links.transfer_id', 'links.download_limit'])
    .where('counted', '=', 0)
    .where('until', '<=', now)
}

type Lapsed = Pick<ReservationsRow, 'ticket_hash'> &
  Pick<LiveLink['link'], 'id' | 'transfer_id' | 'download_limit'>

async function settle(services: Services, lapsed: readonly Lapsed[], now: number): Promise<void> {
  for (const one of lapsed)
    await transact(services.database, (transaction) => settleOne(services, transaction, one, now))
  if (lapsed.length > 0) services.dispatcher.wake()
}

async function settleOne(
  services: Services,
  transaction: Database,
  { ticket_hash, id, transfer_id, download_limit }: Lapsed,
  now: number,
): Promise<void> {
  const row = await transaction
    .updateTable('reservations')
    .set({ until: null })
    .where('ticket_hash', '=', ticket_hash)
    .where('counted', '=', 0)
    .where('until', '<=', now)
    .returning(['delivered', 'whole'])
    .executeTakeFirst()
  if (!row) return
  const about = { link: { id }, transfer: { id: transfer_id } }
  const delivered = parseRanges(row.delivered)
  const size = await downloadSize(transaction, transfer_id)
  if (row.whole === 1 || (download_limit !== null && isNearlyWhole(delivered, size))) {
    await transaction
      .updateTable('reservations')
      .set({ counted: 1 })
      .where('ticket_hash', '=', ticket_hash)
      .execute()
    await countDownload(services, transaction, about)
  } else if (download_limit !== null) {
    await transaction
      .updateTable('reservations')
      .set({ delivered: '[]' })
      .where('ticket_hash', '=', ticket_hash)
      .execute()
    await addAbandoned(services, transaction, about, delivered, size)
  }
}

/** Bytes of what a download of a transfer sends now. */
async function downloadSize(transaction: Database, transferId: string): Promise<number> {
  const files = await transaction
    .selectFrom('files')
    .select(['filename', 'size'])
    .where('transfer_id', '=', transferId)
    .orderBy('position')
    .execute()
  const [only, ...others] = files
  return only && others.length === 0 ? only.size : archiveSize(files)
}
