import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/platform/services.ts'
import { backupFolder } from './backup-layout.ts'
import { listBackups } from './list-backups.ts'

/**
 * Removes all backups but the latest `keep` complete ones, and those that failed. Copies of blobs that nothing names any
 * more then go with the next backup that copies blobs. To be called by whoever holds the lease of backups.
 */
export async function removeOldBackups(
  services: Pick<Services, 'config' | 'clock' | 'database' | 'engine'>,
  keep: number,
): Promise<void> {
  const backups = await listBackups(services)
  const kept = new Set(backups.filter(({ state }) => state === 'complete').slice(0, keep))
  for (const backup of backups) {
    if (!kept.has(backup)) await rm(join(backupFolder(services.config), backup.name), { recursive: true })
  }
}
