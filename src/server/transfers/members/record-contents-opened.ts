import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import type { LiveLink } from '../links/find-live-link.ts'
import { recordTransferEvent } from '../transfer-events.ts'

/** Milliseconds in which the timeline mentions it once for each link: its length must not follow from how often one looks. */
const onceIn = 24 * 60 * 60_000

/** Notes in the timeline that single files were looked at or downloaded by a link. */
export async function recordContentsOpened(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { link, transfer }: LiveLink,
): Promise<void> {
  const at = clock.now()
  await transact(database, async (transaction) => {
    const noted = await transaction
      .selectFrom('transfer_events')
      .select('id')
      .where('transfer_id', '=', transfer.id)
      .where('at', '>', at - onceIn)
      .where('kind', '=', 'contents-opened')
      .where('link_id', '=', link.id)
      .executeTakeFirst()
    if (noted) return
    const event = { transferId: transfer.id, at, kind: 'contents-opened', linkId: link.id } as const
    await recordTransferEvent(transaction, event)
  })
}
