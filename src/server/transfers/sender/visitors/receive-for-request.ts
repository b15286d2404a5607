import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import type { Services } from '#server/platform/services.ts'
import type { Sender } from '../sender.ts'
import type { TransferOptions } from '../transfer-options.ts'
import type { Visitor } from '../visitor.ts'
import { enterIntoRequest } from './visitor-claims.ts'

/** Columns of a transfer about the visitor who sent it. */
export function uploaderColumns(visitor: Visitor | undefined) {
  const { requestId = null, name = null, email = null, visitor: hash } = visitor?.ticket ?? {}
  return {
    request_id: requestId,
    uploader_name: name,
    uploader_email: email,
    visitor_hash: hash === undefined ? null : Buffer.from(hash, 'base64url'),
  }
}

type Received = {
  readonly content: {
    readonly sender: Sender
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
 * Does nothing for all other uploads.
 * @throws Failure as enterIntoRequest does
 */
export async function receiveForRequest(
  services: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  { content, options, transfer }: Received,
): Promise<void> {
  const { visitor } = content.sender
  if (!visitor) return
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
}
