import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import type { TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { openBytes } from '#server/transfers/content/open-content.ts'
import { openServerKey } from '#server/transfers/keys/slots.ts'
import { isKept } from '#server/transfers/model/kept-transfers.ts'
import { endTransfer, findSegments } from '#server/transfers/model/transfers-table.ts'

type Proof = {
  /** The reference of the transfer that was opened, or undefined when every whole one needs a password or a person's key. */
  readonly proved: string | undefined
  /** References of smaller transfers that do not open, although their blobs are those of the backup: they have been ended. */
  readonly damaged: readonly string[]
}

/**
 * Opens the smallest transfer that lives or is held as evidence and has a server slot, by its life key, and reads it to its
 * end, every chunk authenticated. One that is damaged is ended, and the next one tried: it was so when the backup was made.
 */
export async function proveTransferOpens(services: Services): Promise<Proof> {
  const { database, clock } = services
  const damaged: string[] = []
  for (;;) {
    const transfer = await findSmallest(services)
    if (!transfer) return { proved: undefined, damaged }
    try {
      await readToEnd(services, transfer)
      return { proved: transfer.id, damaged }
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'FILE_DAMAGED') throw error
      services.log.error({ err: error, transfer: transfer.id }, 'a transfer does not open')
      await endTransfer(services, database, transfer.id, clock.now())
      damaged.push(transfer.id)
    }
  }
}

function findSmallest({ database, clock }: Services): Promise<TransfersRow | undefined> {
  return database
    .selectFrom('transfers')
    .innerJoin('slots', 'slots.transfer_id', 'transfers.id')
    .selectAll('transfers')
    .where('slots.kind', '=', 'server')
    .where('transfers.ended_at', 'is', null)
    .where(isKept(clock.now()))
    .orderBy('transfers.size')
    .limit(1)
    .executeTakeFirst()
}

/** @throws Failure FILE_DAMAGED */
async function readToEnd(services: Services, transfer: TransfersRow): Promise<void> {
  const { database, blobs } = services
  const transferKey = await openServerKey(services, transfer)
  if (!transferKey) throw new Failure('FILE_DAMAGED', { cause: new Error('the server slot is gone') })
  const files = await database
    .selectFrom('files')
    .select(['id', 'size'])
    .where('transfer_id', '=', transfer.id)
    .execute()
  for (const { id: fileId, size } of files) {
    const segments = await findSegments(database, fileId)
    const read = await openBytes(blobs, { fileId, segments }, deriveFileKey(transferKey, fileId))
    for await (const _ of read(0, size));
  }
}
