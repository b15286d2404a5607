import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BlobNotFound } from '#server/platform/blobs/blob-store.ts'
import type { Services } from '#server/platform/services.ts'
import { readBlobLines, syncFolder, writeFlushed } from './backup-files.ts'
import { BackupUnusable, type BlobLine, backupFolder, layout } from './backup-layout.ts'
import { listBackups } from './backups.ts'

/** Blobs copied at the same time: each waits for the disk, which makes several durable in one go. */
const atOnce = 4

/**
 * Copies blobs beside the backups, those that are not there yet, and removes there what no backup names any more.
 * @param options.damaged ids of blobs that are not copied; an earlier copy stays
 * @param options.withStores whether those of the stores are copied, and not those in the database alone
 * @throws BackupUnusable when a blob is not what it was when it was listed
 */
export async function copyBlobs(
  services: Services,
  lines: readonly BlobLine[],
  { damaged, withStores }: { damaged: ReadonlySet<string>; withStores: boolean },
): Promise<void> {
  const folder = join(backupFolder(services.config), layout.blobsFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const waiting = lines
    .values()
    .filter(({ id, store }) => !damaged.has(id) && (store === 'database' || withStores))
  const touched = new Set<string>()
  let hasFailed = false
  async function copyNext(): Promise<void> {
    for (const line of waiting) {
      // None goes on after the backup has failed.
      if (hasFailed) return
      const path = layout.blobFile(folder, line.id)
      try {
        if (await copyBlob(services, line, path)) touched.add(dirname(path))
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
}

/** @returns whether there is a copy that was not there before; its name is durable when its folder is. */
async function copyBlob(services: Services, { id, store, size, sha256 }: BlobLine, path: string) {
  const copied = await stat(path).catch(() => undefined)
  if (copied?.size === size) return false
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const written = await writeFlushed(path, services.blobs.place(store).read(id, 0, size)).catch(
    (error: unknown) => {
      // Its transfer has ended since.
      if (error instanceof BlobNotFound) return undefined
      throw error
    },
  )
  if (written !== undefined && written !== sha256) {
    await rm(path)
    throw new BackupUnusable(`The blob ${id} has changed while it was copied.`)
  }
  return written !== undefined
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
