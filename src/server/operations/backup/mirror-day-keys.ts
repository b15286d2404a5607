import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/platform/services.ts'
import { backupFolder, layout } from './backup-layout.ts'
import { isFolderOwn } from './own-folder.ts'
import { writeDurably } from './write-durably.ts'

type Mirrored = Pick<Services, 'config' | 'database'>

/**
 * Puts every day key of the database beside the backups, and destroys there what the database has destroyed. The
 * backups themselves hold none, so that what has expired cannot be opened from them.
 */
export async function mirrorDayKeys({ config, database }: Mirrored): Promise<void> {
  const folder = join(backupFolder(config), layout.keysFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const rows = await database.selectFrom('day_keys').selectAll().execute()
  for (const { day, kid, sealed } of rows) {
    const text = JSON.stringify({ kid, sealed: Buffer.from(sealed).toString('base64') })
    await writeDurably(join(folder, `${day}.json`), [text])
  }
  await forgetDayKeys({ config, database })
}

/**
 * Destroys beside the backups the day keys that the database has destroyed; beside those of another service none. To be
 * repeated: a backup folder that nothing looks after keeps its keys.
 */
export async function forgetDayKeys(services: Mirrored): Promise<void> {
  const { config, database } = services
  if (!(await isFolderOwn(services))) return
  const folder = join(backupFolder(config), layout.keysFolder)
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return
  const rows = await database.selectFrom('day_keys').select('day').execute()
  const kept = new Set(rows.map(({ day }) => `${day}.json`))
  for (const name of names) if (!kept.has(name)) await rm(join(folder, name), { force: true })
}
