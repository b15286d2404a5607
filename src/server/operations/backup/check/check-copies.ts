import { dirname, join } from 'node:path'
import { syncFolder } from '#server/config/make-folder.ts'
import { isBlobLost } from '#server/platform/blobs/blob-store.ts'
import type { Services } from '#server/platform/services.ts'
import { hashFile, writePartial } from '../backup-files.ts'
import { type BlobLine, backupFolder, layout } from '../backup-layout.ts'
import type { ListByPart } from '../lists/list-by-part.ts'
import { copiesOfPart, partsOfCopies } from './due-copies.ts'

/** Is called with the bytes of each step, and resolves when the next may follow. */
export type Pace = (bytes: number) => Promise<void>

type Options = {
  /** Lists of backups that name the copies. */
  readonly lists: readonly ListByPart[]
  readonly isDue: (id: string) => boolean
  readonly pace: Pace
  /** Aborted when the lock of backups is lost. */
  readonly lockLost: AbortSignal
  readonly onDamage: (id: string, isMended: boolean) => void
}

/**
 * Compares the copies of blobs that are due with the lists, and mends those that differ where the store has the blob. A copy that
 * no list names is passed over: the next backup removes it.
 * @returns how many were read
 */
export async function checkCopies(
  services: Services,
  { lists, isDue, pace, lockLost, onDamage }: Options,
): Promise<number> {
  const folder = backupFolder(services.config)
  let checked = 0
  for (const part of await partsOfCopies(folder)) {
    const ids = (await copiesOfPart(folder, part)).filter(isDue)
    if (ids.length === 0) continue
    const known = new Map<string, BlobLine>()
    for (const list of lists) for (const line of await list.of(part)) known.set(line.id, line)
    for (const id of ids) {
      const line = known.get(id)
      if (!line) continue
      lockLost.throwIfAborted()
      checked += 1
      const path = layout.blobFile(join(folder, layout.blobsFolder), id)
      if ((await hashFile(path, pace)) !== line.sha256) onDamage(id, await mend(services, line, path))
    }
  }
  return checked
}

/** Writes a copy anew from the store, unless the blob is gone or has changed as well. */
async function mend(services: Services, { id, size, sha256 }: BlobLine, path: string): Promise<boolean> {
  const { blobs, database } = services
  const row = await database.selectFrom('blobs').select('store').where('id', '=', id).executeTakeFirst()
  if (!row || !blobs.has(row.store)) return false
  const copy = await writePartial(path, blobs.store(row.store).read(id, 0, size)).catch(lost)
  if (copy?.sha256 !== sha256) {
    await copy?.remove()
    return false
  }
  await copy.keep()
  await syncFolder(dirname(path))
  return true
}

function lost(error: unknown): undefined {
  if (isBlobLost(error)) return undefined
  throw error
}
