import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '#contract/operations/backups.ts'
import { isLocked } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { backupFolder, backupTime, layout, type Manifest, manifest } from './backup-layout.ts'

/** Lock that allows one backup at a time. */
export const backupLease = 'backup'

/** The backups in the folder of this instance, latest first. */
export async function listBackups(
  services: Pick<Services, 'config' | 'clock' | 'database' | 'engine'>,
): Promise<Backup[]> {
  const folder = backupFolder(services.config)
  const names = await readdir(folder).catch(nothing)
  const isRunning = await isLocked(services, backupLease)
  const found: Backup[] = []
  for (const name of (names ?? []).toSorted().toReversed()) {
    const time = backupTime(name)
    if (time !== undefined) found.push(await describeBackup(join(folder, name), name, time, isRunning))
  }
  return found
}

/** A backup as the contract shows it. `isRunning`: someone is making one, which is the one that is not complete. */
async function describeBackup(path: string, name: string, time: number, isRunning: boolean): Promise<Backup> {
  const made = await readManifest(path)
  const files = await readdir(path).catch(() => [])
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(path, file)).catch(() => undefined))?.size ?? 0),
  )
  const isComplete = typeof made === 'object'
  return {
    name,
    size: sizes.reduce((sum, size) => sum + size, 0),
    createdAt: new Date(time).toISOString(),
    state: isComplete ? 'complete' : made === 'unreadable' ? made : isRunning ? 'running' : 'failed',
    files: isComplete ? made.liveFiles : 0,
    blobs: isComplete ? made.blobs.count : 0,
  }
}

/**
 * The manifest in a backup's folder. `missing`: the backup was never finished, for it is written last. `unreadable`: it cannot
 * be read, is damaged or of a later format, and the backup may be a good one.
 */
export async function readManifest(path: string): Promise<Manifest | 'missing' | 'unreadable'> {
  try {
    const text = await readFile(join(path, layout.manifest), 'utf8').catch(nothing)
    return text === undefined ? 'missing' : manifest.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}

function nothing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/**
 * When the latest complete backup in the folder of this instance was begun, in milliseconds since 1970; undefined while
 * there is none, or where the folder cannot be read.
 */
export async function findLastBackup({ config }: Pick<Services, 'config'>): Promise<number | undefined> {
  const folder = backupFolder(config)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.toSorted().toReversed()) {
    const time = backupTime(name)
    if (time !== undefined && typeof (await readManifest(join(folder, name))) === 'object') return time
  }
  return undefined
}

/**
 * Removes all complete backups but the latest `keep`, and those that were never finished; those that cannot be read stay, and
 * do not count. Copies of blobs that nothing names stay, see removeUnnamed. The caller holds the lock of backups.
 * @param made the one that was made just now, which stays: others may bear the times of a clock that was ahead
 * @param lockLost aborted when that lock is lost: what was never finished may be the backup of another by then
 */
export async function removeOldBackups(
  services: Pick<Services, 'config' | 'clock' | 'database' | 'engine'>,
  made: string,
  keep: number,
  lockLost: AbortSignal,
): Promise<void> {
  const backups = await listBackups(services)
  const others = backups.filter(({ name, state }) => name !== made && state === 'complete')
  // guard: backups: the one just made stays -> tests/long/cli/backup.test.ts "whatever the times of older ones"
  //   drops made,
  const kept = new Set([made, ...others.slice(0, keep - 1).map(({ name }) => name)])
  for (const { name, state } of backups) {
    // guard: backups that cannot be read are kept -> tests/long/cli/backup.test.ts "where its manifest"
    //   drops || state === 'unreadable'
    if (kept.has(name) || state === 'unreadable') continue
    lockLost.throwIfAborted()
    await rm(join(backupFolder(services.config), name), { recursive: true })
  }
}
