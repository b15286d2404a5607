import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/platform/services.ts'
import { hashFile, readBlobLines } from './backup-files.ts'
import { BackupUnusable, backupFolder, layout } from './backup-layout.ts'
import { listBackups, readManifest } from './backups.ts'

/**
 * Removes the copies of blobs that no complete backup names. The lists of the backups are read side by side, in the order of
 * their ids, and one folder of copies is held against them at a time.
 * @param held aborted when the lock of backups is lost: another may be adding copies by then
 * @throws BackupUnusable when a backup or one of the lists cannot be read or has been altered; nothing is removed then
 */
export async function removeUnnamed(services: Services, held: AbortSignal): Promise<void> {
  const backups = backupFolder(services.config)
  const copies = join(backups, layout.blobsFolder)
  await mkdir(copies, { recursive: true, mode: 0o700 })
  const lists = []
  const found = await listBackups(services)
  const unreadable = found.find(({ state }) => state === 'unreadable')
  if (unreadable) throw new BackupUnusable(`The manifest of ${unreadable.name} cannot be read.`)
  for (const { name, state } of found) {
    if (state === 'complete') lists.push(await openList(join(backups, name)))
  }
  try {
    for (const part of (await readdir(copies)).toSorted()) {
      const named = new Set<string>()
      for (const list of lists) for (const id of await list.of(part)) named.add(id)
      for (const id of await readdir(join(copies, part))) {
        if (named.has(id)) continue
        held.throwIfAborted()
        await rm(join(copies, part, id), { force: true })
      }
    }
  } finally {
    for (const list of lists) await list.close()
  }
}

/**
 * The list of a backup, as it was when it was made: nothing is removed on a doubt.
 * @throws BackupUnusable when it has been altered since
 */
async function openList(backup: string) {
  const made = await readManifest(backup)
  const path = join(backup, layout.blobs)
  // guard: lists of backups as they were made -> tests/long/cli/backup.test.ts "removes no copy while"
  //   drops || made.blobs.sha256 !== (await hashFile(path))
  if (typeof made === 'string' || made.blobs.sha256 !== (await hashFile(path)))
    throw new BackupUnusable(`${path} is not what it was when the backup was made.`)
  return idsByPart(path)
}

/** The ids of one list that belong into a folder of copies; folders are asked for in their order. */
function idsByPart(path: string) {
  const lines = readBlobLines(path)
  let isBegun = false
  let next: string | undefined

  async function advance(): Promise<void> {
    const { value, done } = await lines.next()
    next = done ? undefined : value.id
  }
  return {
    async of(part: string): Promise<string[]> {
      if (!isBegun) await advance()
      isBegun = true
      const ids: string[] = []
      while (next !== undefined && next.slice(0, part.length) <= part) {
        if (next.startsWith(part)) ids.push(next)
        await advance()
      }
      return ids
    },
    close: () => lines.return(),
  }
}
