import type { Database, LinksRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'

type Limited = Pick<LinksRow, 'id' | 'download_limit'>

/** Whether a link could be downloaded more often with another limit; null is no limit. */
export function raisesLimit({ download_limit }: Limited, limit: number | null): boolean {
  return download_limit !== null && (limit === null || limit > download_limit)
}

/** Refuses any limit but one, for links where "delete after download" is set. @throws Failure VALIDATION_ERROR */
export function assertLimitOfOne(limit: number | null): void {
  if (limit !== 1)
    throw new Failure('VALIDATION_ERROR', { details: 'downloadLimit: 1 where deleteAfterDownload is set' })
}

/** Sets the limit of a link that is held. One below what was downloaded already uses the link up. */
export async function setLimit(
  transaction: Database,
  { id, download_limit }: Limited,
  limit: number | null,
  about: { readonly transferId: string; readonly at: number; readonly network: string },
): Promise<void> {
  if (limit === download_limit) return
  await transaction.updateTable('links').set({ download_limit: limit }).where('id', '=', id).execute()
  const details = { from: download_limit, to: limit }
  await recordTransferEvent(transaction, { ...about, kind: 'limit-changed', linkId: id, details })
}
