import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeyRing } from '#crypto/keys/key-ring.ts'
import { WrongKey } from '#crypto/keys/sealed-key.ts'
import type { DayKeysRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { writeDurably } from './backup-files.ts'
import { BackupUnusable, backupFolder, dayKeyFile, layout } from './backup-layout.ts'
import { isFolderOwn } from './own-folder.ts'

type Mirrored = Pick<Services, 'config' | 'database' | 'engine'>

/**
 * Puts every day key of the database beside the backups, and destroys there what the database has destroyed. The
 * backups themselves hold none, so that what has expired cannot be opened from them.
 */
export async function mirrorDayKeys(services: Mirrored): Promise<void> {
  const { config, database } = services
  const folder = join(backupFolder(config), layout.keysFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const rows = await database.selectFrom('day_keys').selectAll().execute()
  for (const { day, kid, sealed } of rows) {
    const text = JSON.stringify({ kid, sealed: Buffer.from(sealed).toString('base64') })
    await writeDurably(join(folder, `${day}.json`), [text])
  }
  await forgetDayKeys(services)
}

/**
 * Destroys beside the backups the day keys that the database has destroyed; beside those of another service none, and none
 * while the database is damaged: it may be what the backups are for. To be repeated: a backup folder that nothing looks
 * after keeps its keys.
 */
export async function forgetDayKeys(services: Mirrored): Promise<void> {
  const { config, database, engine } = services
  // guard: keys beside backups while the database is damaged -> tests/http/downloads/sweep.test.ts "because it shows no row"
  //   drops || !(await engine.isSound())
  if (!(await isFolderOwn(services)) || !(await engine.isSound())) return
  const folder = join(backupFolder(config), layout.keysFolder)
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return
  const rows = await database.selectFrom('day_keys').select('day').execute()
  const kept = new Set(rows.map(({ day }) => day))
  // Also what is being written, whose name goes on after the day.
  for (const name of names)
    if (!kept.has(name.slice(0, 'YYYY-MM-DD'.length))) await rm(join(folder, name), { force: true })
}

/**
 * The day keys beside backups, of the days that `isNeeded` accepts. A day that is over has a key only for evidence: see
 * findKeptDays.
 * @throws BackupUnusable when one cannot be read, is damaged or does not open with the master keys at hand, MasterKeysInvalid
 *   when its master key is missing
 */
export async function readDayKeys(
  folder: string,
  keyRing: KeyRing,
  isNeeded: (day: string) => boolean,
): Promise<DayKeysRow[]> {
  const names = await readdir(folder).catch(() => {
    throw new BackupUnusable(`The day keys are missing: there is no folder ${folder}.`)
  })
  const rows: DayKeysRow[] = []
  for (const name of names) {
    const day = /^(\d{4}-\d\d-\d\d)\.json$/.exec(name)?.[1]
    if (day === undefined || !isNeeded(day)) continue
    const stored = await readDayKey(folder, name)
    const row = { day, kid: stored.kid, sealed: Buffer.from(stored.sealed, 'base64') }
    try {
      keyRing.openDayKey(row.day, row.kid, row.sealed)
    } catch (cause) {
      if (!(cause instanceof WrongKey)) throw cause
      throw new BackupUnusable(`The key of ${day} does not open with these master keys.`, { cause })
    }
    rows.push(row)
  }
  return rows
}

async function readDayKey(folder: string, name: string) {
  try {
    return dayKeyFile.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
  } catch (cause) {
    throw new BackupUnusable(`${layout.keysFolder}/${name} cannot be read or is damaged.`, { cause })
  }
}
