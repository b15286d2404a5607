import { sha256Text } from '#crypto/random-id.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import type { LiveLink } from '../links/find-live-link.ts'
import { announceRow } from '../model/announce-transfers.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'

/** Milliseconds in which the timeline mentions it once for each link: its length must not follow from how often one looks. */
const onceIn = 24 * 60 * 60_000

const notedRow = compileQuery(
  (
    database,
    { transferId, linkId, since }: Placeholders<{ transferId: string; linkId: string; since: number }>,
  ) =>
    database
      .selectFrom('transfer_events')
      .select('id')
      .where('transfer_id', '=', transferId)
      .where('at', '>', since)
      .where('kind', '=', 'contents-opened')
      .where('link_id', '=', linkId)
      .limit(1),
)

/**
 * Notes in the timeline that single files were looked at or downloaded by a link. Never fails: they are also shown while
 * nothing can be written.
 */
export async function recordContentsOpened(
  services: Pick<Services, 'database' | 'clock' | 'keyRing' | 'dispatcher' | 'log'>,
  { link, transfer }: LiveLink,
): Promise<void> {
  const { database, clock, log } = services
  const at = clock.now()
  try {
    const since = { transferId: transfer.id, linkId: link.id, since: at - onceIn }
    if ((await notedRow(database, since)).rows.length > 0) return
    // A page asks for many thumbnails at once: all of these have one id.
    const id = sha256Text(`contents-opened/${link.id}/${Math.floor(at / onceIn)}`)
    const event = { id, transferId: transfer.id, at, kind: 'contents-opened', linkId: link.id } as const
    const isAnnounced = await transact(database, async (transaction) => {
      if (!(await recordTransferEvent(transaction, event))) return false
      return announceRow(services, transaction, 'transfer.opened', transfer)
    })
    if (isAnnounced) services.dispatcher.wake()
  } catch (error) {
    log.warn({ err: error }, 'a look into a transfer was not recorded')
  }
}
