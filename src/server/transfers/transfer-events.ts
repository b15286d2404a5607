import { newId } from '#crypto/random-id.ts'
import type { Database, TransferEventsRow } from '#server/platform/database/database.ts'

type NewTransferEvent = Pick<TransferEventsRow, 'at' | 'kind'> & {
  readonly transferId: string
  readonly linkId?: string
  /** Where it came from; see http/client-address.ts. */
  readonly network?: string
  readonly details?: object
}

/** Adds to the timeline of a transfer, in the transaction in which it happens. */
export async function recordTransferEvent(
  transaction: Database,
  { transferId, at, kind, linkId, network, details = {} }: NewTransferEvent,
): Promise<void> {
  await transaction
    .insertInto('transfer_events')
    .values({
      id: newId(),
      transfer_id: transferId,
      at,
      kind,
      link_id: linkId ?? null,
      network: network ?? null,
      details: JSON.stringify(details),
    })
    .execute()
}
