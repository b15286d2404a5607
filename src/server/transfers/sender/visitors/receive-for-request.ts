import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import { announce, findListeners } from '#server/platform/events/announce.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import type { Services } from '#server/platform/services.ts'
import type { Visitor } from '../sender.ts'
import type { TransferOptions } from '../transfer-options.ts'
import { enterIntoRequest } from './visitor-claims.ts'

type Received = {
  readonly content: {
    /** Files that went in, and their bytes before packing. */
    readonly uploaded: number
    readonly originalSize: number
    /** The first of them by name. */
    readonly listing: readonly { readonly filename: string; readonly size: number }[]
  }
  readonly options: Pick<TransferOptions, 'checked'>
  readonly transfer: TransfersRow
}

/**
 * Enters an upload that its visitor has finished into its request, in the transaction that commits it, and notifies the owner.
 * @throws Failure as enterIntoRequest does
 */
export async function receiveForRequest(
  services: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  visitor: Visitor,
  { content, options, transfer }: Received,
): Promise<void> {
  const arrived = { files: content.uploaded, bytes: content.originalSize }
  const { title } = await enterIntoRequest(transaction, visitor, arrived, services.clock.now())
  const { requestId, emailConfirmed } = visitor.ticket
  await transaction
    .insertInto('request_uploads')
    .values({
      transfer_id: transfer.id,
      files: JSON.stringify(content.listing),
      checked: JSON.stringify(options.checked ?? []),
      email_confirmed: emailConfirmed ? 1 : 0,
    })
    .execute()
  await appendEvent(transaction, services, {
    kind: 'request.received',
    payload: { requestId, title },
    userId: transfer.owner_id,
    transferId: transfer.id,
  })
  const isAwaited = await findListeners(transaction, 'request.received', [transfer.owner_id])
  if (!isAwaited) return
  const { files, bytes } = arrived
  const facts = { ref: transfer.id, files, bytes, name: title }
  await announce(transaction, services, [{ type: 'request.received', userId: transfer.owner_id, facts }])
}
