import { isBlobLost } from '#server/platform/blobs/blob-store.ts'
import type { BlobsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { isBlobInUse, markDamaged } from '#server/transfers/content/damaged-blobs.ts'
import type { BlobLine } from './backup-layout.ts'
import { hashBlob } from './blob-lines.ts'

type ListedBlob = {
  /** Undefined for a blob that is gone, and that no earlier backup has listed. */
  readonly line: BlobLine | undefined
  readonly isDamaged: boolean
}

/**
 * Reads a blob for the list of a backup. A blob never changes: one that differs from what the last backup says of it, or
 * that is missing or unreadable although its transfer is live, is marked as damaged, and the list keeps what was known of it, so that
 * its copy beside the backups stays the good one. A blob whose transfer has ended meanwhile is left out.
 * @param known what the last backup says of it
 */
export async function listBlob(
  services: Pick<Services, 'blobs' | 'database' | 'clock' | 'log'>,
  { id, store }: Pick<BlobsRow, 'id' | 'store'>,
  known: BlobLine | undefined,
): Promise<ListedBlob> {
  const found = await hashBlob(services.blobs.place(store), id).catch(lost)
  if (found && (!known || known.sha256 === found.sha256)) return { line: found, isDamaged: false }
  if (!(await isBlobInUse(services.database, id))) return { line: undefined, isDamaged: false }
  await markDamaged(services.database, id, services.clock.now())
  services.log.error(
    { blob: id },
    found ? 'a blob has changed since the last backup' : 'a blob is missing or cannot be read',
  )
  return { line: known, isDamaged: true }
}

function lost(error: unknown): undefined {
  if (isBlobLost(error)) return undefined
  throw error
}
