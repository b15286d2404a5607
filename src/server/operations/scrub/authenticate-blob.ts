import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { BlobInUse } from '#server/transfers/content/blobs-in-use.ts'
import { openBytes } from '#server/transfers/content/open-content.ts'
import { openServerKey } from '#server/transfers/keys/slots.ts'
import { findSegments } from '#server/transfers/model/transfers-table.ts'

/** The keys of a transfer do not open, whatever its blobs are. */
export class KeysDamaged extends Error {
  override readonly name = 'KeysDamaged'
}

/**
 * Opens a blob to its end, every chunk authenticated, where its transfer has a server slot.
 * @param pace is called with how many bytes were opened, and resolves when more may be
 * @returns false, with nothing read, when the server cannot open the transfer alone or it has ended
 * @throws Failure FILE_DAMAGED, KeysDamaged, BlobStoreFailure
 */
export async function authenticateBlob(
  services: Services,
  { id, fileId, part, size, transferId }: BlobInUse,
  pace: (bytes: number) => Promise<void>,
): Promise<boolean> {
  if (transferId === null) return false
  const transferKey = await findTransferKey(services, transferId)
  if (!transferKey) return false
  const stored = await findSegments(services.database, fileId, part)
  const segments = stored.filter(({ blob_id }) => blob_id === id)
  if (segments.length === 0) return false
  const read = await openBytes(services.blobs, { fileId, segments }, deriveFileKey(transferKey, fileId))
  for await (const chunk of read(0, size)) await pace(chunk.length)
  return true
}

async function findTransferKey(services: Services, transferId: string): Promise<Uint8Array | undefined> {
  const transfer = await services.database
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', transferId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!transfer) return undefined
  try {
    return await openServerKey(services, transfer)
  } catch (error) {
    if (error instanceof Failure && error.code === 'FILE_DAMAGED')
      throw new KeysDamaged(error.message, { cause: error })
    throw error
  }
}
