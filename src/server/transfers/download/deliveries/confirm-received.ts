import { sha256 } from '#crypto/random-id.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { LiveLink } from '../../links/find-live-link.ts'
import { countDownload } from '../count-download.ts'
import { parseRanges } from './byte-ranges.ts'

/**
 * Counts the download of a ticket whose receiver has checked all of it, once, without waiting for bytes that it has no use for.
 * A ticket of a limited link counts only if it has begun and still holds its place, so that no more do than the limit says.
 * @throws Failure INVALID_TICKET
 */
export async function confirmReceived(
  services: Services,
  { link, transfer }: Pick<LiveLink, 'link' | 'transfer'>,
  ticket: string,
  network: string,
): Promise<void> {
  const hash = sha256(ticket)
  await transact(services.database, async (transaction) => {
    const row = await transaction
      .selectFrom('reservations')
      .select(['counted', 'until', 'delivered', 'running'])
      .where('ticket_hash', '=', hash)
      .where('link_id', '=', link.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw new Failure('INVALID_TICKET')
    if (row.counted === 1) return
    const hasBegun = row.running === 1 || parseRanges(row.delivered).length > 0
    // guard: a place for each confirmed download -> tests/http/downloads/end-to-end/end-to-end-downloads.test.ts "confirmed without a place"
    if (link.download_limit !== null && (row.until === null || !hasBegun)) return
    await transaction
      .updateTable('reservations')
      .set({ counted: 1, whole: 1, running: 0, until: null })
      .where('ticket_hash', '=', hash)
      .execute()
    await countDownload(services, transaction, { link, transfer, network })
  })
  services.dispatcher.wake()
}
