import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isBlobLost } from '#server/platform/blobs/blob-store.ts'
import type { Services } from '#server/platform/services.ts'
import { readBlobLines, syncFolder, writeFlushed } from './backup-files.ts'
import { type BlobLine, backupFolder, layout } from './backup-layout.ts'
import { listBackups } from './backups.ts'
import { markUnlessEnded } from './list-blob.ts'

/** Blobs copied at the same time: each waits for the disk, which makes several durable in one go. */
const atOnce = 4

/**
 * Copies blobs beside the backups, those that are not there yet, and removes there what no backup names any more. One that
 * is not what it was when it was listed is marked as damaged, and has no copy.
 * @param options.damaged ids of blobs that are not copied; an earlier copy stays
 * @param options.withStores whether those of the stores are copied, and not those in the database alone
 * @returns ids of the blobs that were marked
 */
export async function copyBlobs(
  services: Services,
  lines: readonly BlobLine[],
  { damaged, withStores }: { damaged: ReadonlySet<string>; withStores: boolean },
): Promise<readonly string[]> {
  const folder = join(backupFolder(services.config), layout.blobsFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const waiting = lines
    .values()
    .filter(({ id, store }) => !damaged.has(id) && (store === 'database' || withStores))
  const touched = new Set<string>()
  const marked: string[] = []
  let hasFailed = false
  async function copyNext(): Promise<void> {
    for (const line of waiting) {
      // None goes on after the backup has failed.
      if (hasFailed) return
      const path = layout.blobFile(folder, line.id)
      try {
        const outcome = await copyBlob(services, line, path)
        if (outcome === 'copied') touched.add(dirname(path))
        if (outcome === 'damaged') marked.push(line.id)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const copied = await Promise.allSettled(Array.from({ length: atOnce }, copyNext))
  for (const result of copied) if (result.status === 'rejected') throw result.reason
  for (const part of touched) await syncFolder(part)
  await removeUnnamed(services, folder, lines)
  return marked
}

/**
 * `copied`: the name of the copy is durable when its folder is. `ended`: it is gone with its transfer. `damaged`: it is lost or
 * altered, and was marked.
 */
type CopyOutcome = 'there already' | 'copied' | 'ended' | 'damaged'

async function copyBlob(
  services: Services,
  { id, store, size, sha256 }: BlobLine,
  path: string,
): Promise<CopyOutcome> {
  const copied = await stat(path).catch(() => undefined)
  if (copied?.size === size) return 'there already'
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const written = await writeFlushed(path, services.blobs.place(store).read(id, 0, size)).catch(
    (error: unknown) => {
      if (isBlobLost(error)) return undefined
      throw error
    },
  )
  if (written === sha256) return 'copied'
  if (written !== undefined) await rm(path)
  const what = written === undefined ? 'lost' : 'changed'
  return (await markUnlessEnded(services, id, what)) ? 'damaged' : 'ended'
}

async function removeUnnamed(services: Services, folder: string, lines: readonly BlobLine[]): Promise<void> {
  const named = new Set(lines.map(({ id }) => id))
  for (const { name, state } of await listBackups(services)) {
    if (state !== 'complete') continue
    const path = join(backupFolder(services.config), name, layout.blobs)
    for await (const { id } of readBlobLines(path)) named.add(id)
  }
  for (const part of await readdir(folder)) {
    for (const id of await readdir(join(folder, part))) {
      if (!named.has(id)) await rm(join(folder, part, id), { force: true })
    }
  }
}
