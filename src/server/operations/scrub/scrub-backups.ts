import { Failure } from '#server/platform/failure.ts'
import { createPacer } from '#server/platform/http/pacer.ts'
import { acquireLock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { backupLease } from '../backup/backups.ts'
import { type CheckedBackups, checkBackups } from '../backup/check/check-backups.ts'

/**
 * Reads everything in the folder of backups; see checkBackups.
 * @param options.rate bytes per second; as fast as the disk answers by default
 * @throws Failure BACKUP_RUNNING
 */
export async function scrubBackups(
  services: Services,
  { rate }: { readonly rate?: number | undefined } = {},
): Promise<CheckedBackups> {
  const lock = await acquireLock(services, backupLease)
  if (!lock) throw new Failure('BACKUP_RUNNING')
  try {
    return await checkBackups(services, lock.signal, { all: true, pace: createPacer(rate) })
  } finally {
    await lock.release()
  }
}
