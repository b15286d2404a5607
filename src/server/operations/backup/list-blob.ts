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
  const isDamaged = await markUnlessEnded(services, id, found ? 'changed' : 'lost')
  return { line: isDamaged ? known : undefined, isDamaged }
}

const messages = {
  changed: 'a blob has changed since the last backup',
  lost: 'a blob is missing or cannot be read',
}

/** Marks a blob as damaged, unless its transfer has ended: then it may be gone. Returns whether it did. */
export async function markUnlessEnded(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  id: string,
  what: keyof typeof messages,
): Promise<boolean> {
  if (!(await isBlobInUse(database, id))) return false
  await markDamaged(database, id, clock.now())
  log.error({ blob: id }, messages[what])
  return true
}

function lost(error: unknown): undefined {
  if (isBlobLost(error)) return undefined
  throw error
}
