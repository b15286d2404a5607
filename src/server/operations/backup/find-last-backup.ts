import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/platform/services.ts'
import { backupFolder, backupTime } from './backup-layout.ts'
import { readManifest } from './list-backups.ts'

/**
 * When the latest complete backup in the folder of this instance was begun, in milliseconds since 1970; undefined while
 * there is none, or where the folder cannot be read.
 */
export async function findLastBackup({ config }: Pick<Services, 'config'>): Promise<number | undefined> {
  const folder = backupFolder(config)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.toSorted().toReversed()) {
    const time = backupTime(name)
    if (time !== undefined && (await readManifest(join(folder, name)).catch(() => undefined))) return time
  }
  return undefined
}
