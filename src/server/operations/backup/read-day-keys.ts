import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeyRing } from '#crypto/key-ring.ts'
import { WrongKey } from '#crypto/sealed-key.ts'
import type { DayKeysRow } from '#server/platform/database/database.ts'
import { BackupUnusable, dayKeyFile } from './backup-layout.ts'

/**
 * The day keys beside backups, for files that expire on `firstDay` or later: those before are over.
 * @throws BackupUnusable when one does not open with the master keys at hand, MasterKeysInvalid when its is missing
 */
export async function readDayKeys(folder: string, keyRing: KeyRing, firstDay: string): Promise<DayKeysRow[]> {
  const names = await readdir(folder).catch(() => {
    throw new BackupUnusable(`The day keys are missing: there is no folder ${folder}.`)
  })
  const rows: DayKeysRow[] = []
  for (const name of names) {
    const day = /^(\d{4}-\d\d-\d\d)\.json$/.exec(name)?.[1]
    if (day === undefined || day < firstDay) continue
    const stored = dayKeyFile.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
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
