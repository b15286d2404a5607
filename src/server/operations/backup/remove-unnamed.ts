import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/platform/services.ts'
import { BackupUnusable, backupFolder, layout } from './backup-layout.ts'
import { listBackups } from './backups.ts'
import { type ListByPart, openListByPart } from './lists/list-by-part.ts'

/**
 * Removes the copies of blobs that no complete backup names. The lists of the backups are read side by side, in the order of
 * their ids, and one folder of copies is held against them at a time.
 * @param lockLost aborted when the lock of backups is lost: another may be adding copies by then
 * @throws BackupUnusable when a backup or one of the lists cannot be read or has been altered; nothing is removed then
 */
export async function removeUnnamed(services: Services, lockLost: AbortSignal): Promise<void> {
  const backups = backupFolder(services.config)
  const copies = join(backups, layout.blobsFolder)
  await mkdir(copies, { recursive: true, mode: 0o700 })
  const lists: ListByPart[] = []
  const found = await listBackups(services)
  const unreadable = found.find(({ state }) => state === 'unreadable')
  if (unreadable) throw new BackupUnusable(`The manifest of ${unreadable.name} cannot be read.`)
  for (const { name, state } of found) {
    if (state === 'complete') lists.push(await openListByPart(join(backups, name)))
  }
  try {
    for (const part of (await readdir(copies)).toSorted()) {
      const named = new Set<string>()
      for (const list of lists) for (const { id } of await list.of(part)) named.add(id)
      for (const id of await readdir(join(copies, part))) {
        if (named.has(id)) continue
        lockLost.throwIfAborted()
        await rm(join(copies, part, id), { force: true })
      }
    }
  } finally {
    for (const list of lists) await list.close()
  }
}
