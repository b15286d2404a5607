import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { openContent } from '#server/transfers/content/open-content.ts'
import { openServerKey } from '#server/transfers/keys/open-server-key.ts'
import { isKept } from '#server/transfers/lifetime/disable-transfer.ts'
import { findSegments } from '#server/transfers/transfers-table.ts'

/**
 * Opens the smallest transfer that lives or is held as evidence and has a server slot, by its life key, and reads it to its
 * end, every chunk authenticated.
 * @returns its reference, or undefined when every transfer needs a password or a person's key
 * @throws Failure FILE_DAMAGED
 */
export async function proveTransferOpens(services: Services): Promise<string | undefined> {
  const { database, blobs, clock } = services
  const transfer = await database
    .selectFrom('transfers')
    .innerJoin('slots', 'slots.transfer_id', 'transfers.id')
    .selectAll('transfers')
    .where('slots.kind', '=', 'server')
    .where('transfers.ended_at', 'is', null)
    .where(isKept(clock.now()))
    .orderBy('transfers.size')
    .limit(1)
    .executeTakeFirst()
  if (!transfer) return undefined
  const transferKey = await openServerKey(services, transfer)
  if (!transferKey) throw new Failure('FILE_DAMAGED', { cause: new Error('the server slot is gone') })
  const files = await database
    .selectFrom('files')
    .select(['id', 'size'])
    .where('transfer_id', '=', transfer.id)
    .execute()
  for (const { id: fileId, size } of files) {
    const segments = await findSegments(database, fileId)
    const content = await openContent(blobs, { fileId, segments }, deriveFileKey(transferKey, fileId))
    for await (const _ of content(0, size));
  }
  return transfer.id
}
