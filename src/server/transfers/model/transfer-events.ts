import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import { newId } from '#crypto/random-id.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type {
  Database,
  LinksRow,
  TransferEventsRow,
  TransfersRow,
} from '#server/platform/database/database.ts'
import type { AnnouncedTransfer, ConcernedTransfer } from '#server/schema/event-kinds.ts'

type NewTransferEvent = Pick<TransferEventsRow, 'at' | 'kind'> & {
  /** Shared by events that may happen at once, of which one counts. */
  readonly id?: string
  readonly transferId: string
  readonly linkId?: string
  /** Network of the caller; see http/client-address.ts. */
  readonly network?: string | undefined
  readonly details?: object
}

/** Adds to the timeline of a transfer, in the transaction in which it happens. @returns false when its id is there already */
export async function recordTransferEvent(transaction: Database, event: NewTransferEvent): Promise<boolean> {
  const { numAffectedRows } = await insertEvent(transaction, eventRow(event))
  return Number(numAffectedRows) > 0
}

/** Adds to the timelines of several transfers, up to 500. */
export async function recordTransferEvents(
  transaction: Database,
  events: readonly NewTransferEvent[],
): Promise<void> {
  if (events.length === 0) return
  await transaction.insertInto('transfer_events').values(events.map(eventRow)).execute()
}

function eventRow({
  id = newId(),
  transferId,
  at,
  kind,
  linkId,
  network,
  details = {},
}: NewTransferEvent): TransferEventsRow {
  return {
    id,
    transfer_id: transferId,
    at,
    kind,
    link_id: linkId ?? null,
    network: network ?? null,
    details: JSON.stringify(details),
  }
}

const insertEvent = compileQuery((database, row: Placeholders<TransferEventsRow>) =>
  database
    .insertInto('transfer_events')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

/** Facts about a transfer for a mail with a link. @param link one with an end of its own works no longer than that */
export function announcedTransfer(
  transfer: TransfersRow,
  link?: Pick<LinksRow, 'expires_at'>,
): AnnouncedTransfer {
  return {
    title: transfer.title,
    filename: transfer.name,
    fileCount: transfer.file_count,
    size: transfer.size,
    expiresAt: Math.min(transfer.expires_at, link?.expires_at ?? transfer.expires_at),
    passwordProtected: transfer.password_protected === 1,
    deleteAfterDownload: transfer.delete_after_download === 1,
    ownerOnly: transfer.encryption_method.startsWith('ml-kem') && transfer.password_protected === 0,
    ...(transfer.encryption_method === endToEndMethod && { endToEnd: true }),
  }
}

/** A transfer as it is now, for the event of what happens to it. */
export function concernedTransfer(
  transfer: Pick<TransfersRow, 'name' | 'expires_at'>,
  deleted = false,
): ConcernedTransfer {
  return { filename: transfer.name, expiresAt: transfer.expires_at, deleted }
}
