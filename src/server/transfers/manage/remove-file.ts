import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { removeBlobs } from '../content/remove-blobs.ts'
import { nameFiles } from '../model/name-files.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'
import { endTransfers, findBlobsOfFile, type StoredSegment } from '../model/transfers-table.ts'
import { changeTransfer } from './change-transfer.ts'
import type { Managed } from './find-managed.ts'
import { restartDownloads } from './restart-downloads.ts'

/**
 * Removes a file of a transfer; downloads that are sending it may break off. With the last one the transfer ends. Its blobs
 * go at once, or with the next sweeps when the store is away.
 * @returns whether the transfer goes on
 * @throws Failure FILE_NOT_FOUND when there is no file at the position, and as changeTransfer does
 */
export async function removeFile(
  services: Services,
  managed: Managed,
  position: number,
  seen: number | undefined,
): Promise<boolean> {
  const { network } = managed
  const options = { act: 'file.files-changed', seen } as const
  const removed = await changeTransfer(services, managed, options, async (transaction, { transfer, now }) => {
    const event = { transferId: transfer.id, at: now, network }
    const files = await transaction
      .selectFrom('files')
      .select(['id', 'position'])
      .where('transfer_id', '=', transfer.id)
      .execute()
    const file = files.find((one) => one.position === position)
    if (!file) throw new Failure('FILE_NOT_FOUND')
    if (files.length === 1) {
      await endTransfers(services, transaction, [transfer.id], 'deleted', now)
      await recordTransferEvent(transaction, { ...event, kind: 'deleted' })
      return undefined
    }
    const segments = await forgetFile(transaction, file.id)
    await nameFiles(transaction, transfer.id, services.config)
    await restartDownloads(transaction, transfer.id)
    await recordTransferEvent(transaction, { ...event, kind: 'file-removed', details: { position } })
    return segments
  })
  try {
    if (!removed) await removeBlobs(services, managed.transfer.id)
    else for (const { blob_id, store } of removed) await services.blobs.store(store).remove(blob_id)
  } catch (error) {
    services.log.warn({ err: error }, 'the blobs of a removed file are left to the sweep')
  }
  return removed !== undefined
}

/** Deletes the rows of a file; its blobs are orphans from now on. */
async function forgetFile(
  transaction: Database,
  fileId: string,
): Promise<Pick<StoredSegment, 'blob_id' | 'store'>[]> {
  const segments = await findBlobsOfFile(transaction, fileId)
  const ids = segments.map(({ blob_id }) => blob_id)
  await transaction.deleteFrom('files').where('id', '=', fileId).execute()
  await transaction.deleteFrom('segments').where('file_id', '=', fileId).execute()
  if (ids.length > 0) await transaction.deleteFrom('blobs').where('id', 'in', ids).execute()
  return segments
}
