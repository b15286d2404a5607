import { stat } from 'node:fs/promises'
import { isBlobLost, type StoredBlobs } from '#server/platform/blobs/blob-store.ts'
import type { BlobsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { isBlobInUse, markDamaged } from '#server/transfers/content/damaged-blobs.ts'
import { type PartialFile, writePartial } from '../backup-files.ts'
import type { BlobLine } from '../backup-layout.ts'
import { hashBlob } from './blob-lines.ts'

/** A blob that is to be listed. */
export type WaitingBlob = Pick<BlobsRow, 'id' | 'store'> & {
  /** Whether it was marked as damaged at the moment of the backup. */
  readonly isMarked: boolean
}

type ListedBlob = {
  /** Undefined for a blob that is gone or marked, and that no earlier backup has listed. */
  readonly line: BlobLine | undefined
  readonly isDamaged: boolean
}

/**
 * Reads a blob for the list of a backup, and copies it where it is to be copied and has not been. A blob never changes: one
 * that differs from what the last backup says of it, or that is missing or unreadable although its transfer is live, is marked
 * as damaged, and the list keeps what was known of it; so does its copy beside the backups, the good one. One that was marked
 * before, and that no earlier backup knows, stays damaged: what it is now is not what it was. A blob whose transfer has ended
 * meanwhile is left out. A copy that is there is told by its length and not read: a restore compares checksums.
 * @param options.known what the last backup says of it
 * @param options.copyPath where its copy belongs, whose folder is there; undefined for none
 */
export async function listBlob(
  services: Pick<Services, 'blobs' | 'database' | 'clock' | 'keyRing' | 'log'>,
  { id, store, isMarked }: WaitingBlob,
  { known, copyPath }: { known: BlobLine | undefined; copyPath: string | undefined },
): Promise<ListedBlob> {
  const read = await readBlob(services.blobs.store(store), id, copyPath).catch(lost)
  // guard: blobs that were marked before their first backup -> tests/long/cli/damaged-backups.test.ts "stay marked, and a restore"
  //   !isMarked becomes true
  if (read && (known ? known.sha256 === read.line.sha256 : !isMarked)) {
    await read.copy?.keep()
    return { line: read.line, isDamaged: false }
  }
  await read?.copy?.remove()
  if (!(await isBlobInUse(services.database, id))) return { line: undefined, isDamaged: false }
  await markDamaged(services, id)
  services.log.error({ blob: id }, whatIsWrong(read !== undefined, known !== undefined))
  return { line: known, isDamaged: true }
}

function whatIsWrong(isRead: boolean, isKnown: boolean): string {
  if (!isRead) return 'a blob is missing or cannot be read'
  return isKnown
    ? 'a blob has changed since the last backup'
    : 'a blob was found damaged before its first backup'
}

/** Reads a blob to its end once, for its checksum and its copy. */
async function readBlob(
  blobs: StoredBlobs,
  id: string,
  copyPath: string | undefined,
): Promise<{ readonly line: BlobLine; readonly copy?: PartialFile }> {
  const size = await blobs.size(id)
  if (copyPath === undefined || (await isCopied(copyPath, size)))
    return { line: await hashBlob(blobs, id, { size }) }
  const copy = await writePartial(copyPath, blobs.read(id, 0, size))
  return { line: { id, store: blobs.name, size, sha256: copy.sha256 }, copy }
}

async function isCopied(path: string, size: number): Promise<boolean> {
  const copy = await stat(path).catch(() => undefined)
  return copy?.size === size
}

function lost(error: unknown): undefined {
  if (isBlobLost(error)) return undefined
  throw error
}
