import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type { Database } from '#server/platform/database/database.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import type { Services } from '#server/platform/services.ts'
import { endDownloaded } from '../lifetime/end-downloaded.ts'
import { announceRow } from '../model/announce-transfers.ts'
import { concernedTransfer, recordTransferEvent } from '../model/transfer-events.ts'

/** Which link of which transfer was downloaded. */
export type Downloaded = {
  readonly link: { readonly id: string }
  readonly transfer: { readonly id: string }
  /** To where it went, if that is still known; see http/client-address.ts. */
  readonly network?: string
}

/**
 * Counts one complete download of a link, within the transaction that settles it. A transfer that its sender wanted deleted
 * after the download ends with it, once none of its links has a download left.
 */
export async function countDownload(
  services: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  { link, transfer: { id: transferId }, network }: Downloaded,
): Promise<void> {
  const now = services.clock.now()
  const {
    rows: [counted],
  } = await countOfLink(transaction, { id: link.id, now })
  if (!counted) return
  const {
    rows: [transfer],
  } = await countOfTransfer(transaction, { id: transferId })
  if (!transfer) throw new Error('a link has no transfer')
  await recordTransferEvent(transaction, {
    transferId,
    at: now,
    kind: 'downloaded',
    linkId: link.id,
    network,
  })
  const { downloads, download_limit: limit } = counted
  const about = { ...transfer, id: transferId }
  // Files of a request are downloaded by its owner, who needs no notification.
  if (transfer.request_id === null) {
    await announceRow(services, transaction, 'transfer.downloaded', about, { downloads, limit })
    if (downloads === limit)
      await announceRow(services, transaction, 'transfer.limit_reached', about, { downloads, limit }, 1)
  }
  const ended =
    transfer.delete_after_download === 1 ? await endDownloaded(services, transaction, [transferId], now) : []
  if (transfer.owner_id !== null && transfer.request_id === null && transfer.state !== 'ended') {
    await appendEvent(transaction, services, {
      kind: 'transfer.downloaded',
      payload: concernedTransfer(transfer, ended.length > 0),
      userId: transfer.owner_id,
      transferId,
      linkId: link.id,
    })
  }
}

const countOfLink = compileQuery((database, { id, now }: Placeholders<{ id: string; now: number }>) =>
  database
    .updateTable('links')
    .set(({ eb, fn }) => ({
      downloads: eb('downloads', '+', 1),
      first_download_at: fn.coalesce('first_download_at', now),
      last_download_at: now,
    }))
    .where('id', '=', id)
    .returning(['downloads', 'download_limit']),
)

const countOfTransfer = compileQuery((database, { id }: Placeholders<{ id: string }>) =>
  database
    .updateTable('transfers')
    .set(({ eb }) => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', '=', id)
    .returning([
      'owner_id',
      'request_id',
      'name',
      'title',
      'file_count',
      'size',
      'expires_at',
      'delete_after_download',
      'state',
    ]),
)
