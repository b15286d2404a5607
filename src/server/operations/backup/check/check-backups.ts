import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clearAlarm, raiseAlarm } from '#server/platform/observability/alarms.ts'
import type { Services } from '#server/platform/services.ts'
import { hashFile, writeDurably } from '../backup-files.ts'
import { BackupUnusable, backupFolder, checkedFile, layout } from '../backup-layout.ts'
import { listBackups, readManifest } from '../backups.ts'
import { type ListByPart, openListByPart } from '../lists/list-by-part.ts'
import { checkCopies, type Pace } from './check-copies.ts'
import { findDueCopies } from './due-copies.ts'

/** Each backup reads one in `turns` parts of the files beside it again. */
export const turns = 30

/** Damaged files that are remembered; more are found again when their turn comes. */
const maxRemembered = 1000

/** A file below the folder of backups that is not what it was when it was written, or cannot be read. */
export type DamagedFile = {
  /** Its path below that folder. */
  readonly file: string
  /** Whether it was a copy of a blob that was whole in its store, and is that again. */
  readonly isMended: boolean
}

export type CheckedBackups = {
  /** Copies of blobs that were read. */
  readonly copies: number
  /** Backups whose tables and lists were read. */
  readonly backups: number
  readonly damaged: readonly DamagedFile[]
}

type Options = {
  /** Reads everything, and not what is due. */
  readonly all?: boolean
  readonly pace?: Pace
}

/**
 * Reads what lies in the folder of backups and compares it with the checksums from when it was written. Every list is read; of
 * the copies of blobs and of the tables a thirtieth, those that were read longest ago, and what was damaged before. A copy is
 * written anew where its blob is whole in its store. Damage is logged, and an alarm says so until a check finds none.
 * The caller holds the lock of backups.
 * @param lockLost aborted when that lock is lost
 */
export async function checkBackups(
  services: Services,
  lockLost: AbortSignal,
  { all = false, pace = async () => {} }: Options = {},
): Promise<CheckedBackups> {
  const folder = backupFolder(services.config)
  const before = await readChecked(folder)
  const found = await listBackups(services)
  const complete = found.filter(({ state }) => state === 'complete').map(({ name }) => name)
  const damaged: DamagedFile[] = []
  const note = (file: string, isMended = false) => {
    damaged.push({ file, isMended })
    services.log.error({ file, isMended }, 'a file beside the backups is damaged')
  }

  if (all) for (const { name, state } of found) if (state === 'unreadable') note(join(name, layout.manifest))
  const due = all ? complete : dueBackups(complete, before.backup, before.damaged)
  for (const name of due) {
    const made = await readManifest(join(folder, name))
    const file = join(name, layout.tables)
    if (typeof made === 'object' && (await hashFile(join(folder, file), pace)) !== made.tables.sha256)
      note(file)
  }

  const lists: ListByPart[] = []
  let copies = { checked: 0, last: before.copy }
  try {
    for (const name of complete) {
      const list = await openListByPart(join(folder, name)).catch(unusable)
      if (list) lists.push(list)
      else note(join(name, layout.blobs))
    }
    const dueCopies = all ? undefined : await findDueCopies(folder, before.copy, turns)
    copies = {
      checked: await checkCopies(services, {
        lists,
        isDue: (id) => !dueCopies || dueCopies.has(id) || before.damaged.includes(copyFile(id)),
        pace,
        lockLost,
        onDamage: (id, isMended) => note(copyFile(id), isMended),
      }),
      last: dueCopies ? ([...dueCopies].at(-1) ?? before.copy) : before.copy,
    }
  } finally {
    for (const list of lists) await list.close()
  }

  await remember(services, folder, {
    copy: copies.last,
    backup: all ? before.backup : (due.at(-1) ?? before.backup),
    damaged,
  })
  return { copies: copies.checked, backups: due.length, damaged }
}

const copyFile = (id: string) => layout.blobFile(layout.blobsFolder, id)

/** The backups whose turn it is, oldest first after the one that was read last, which is at the end; and those damaged before. */
function dueBackups(complete: readonly string[], last: string, damagedBefore: readonly string[]): string[] {
  const names = complete.toSorted()
  const inTurn = [...names.filter((name) => name > last), ...names.filter((name) => name <= last)]
  const turn = inTurn.slice(0, Math.ceil(names.length / turns))
  const again = names.filter((name) => damagedBefore.includes(join(name, layout.tables)))
  return [...again.filter((name) => !turn.includes(name)), ...turn]
}

async function readChecked(folder: string) {
  const text = await readFile(join(folder, layout.checked), 'utf8').catch(() => '{}')
  try {
    return checkedFile.parse(JSON.parse(text))
  } catch {
    // Nothing was read before, or nothing says so: it begins anew.
    return { copy: '', backup: '', damaged: [] }
  }
}

async function remember(
  services: Services,
  folder: string,
  { damaged, ...last }: { copy: string; backup: string; damaged: readonly DamagedFile[] },
): Promise<void> {
  const left = damaged.filter(({ isMended }) => !isMended).map(({ file }) => file)
  const entries = await readdir(folder).catch(() => [])
  if (entries.length > 0) {
    const text = JSON.stringify({ ...last, damaged: left.slice(0, maxRemembered) })
    await writeDurably(join(folder, layout.checked), [`${text}\n`])
  }
  if (damaged.length > 0)
    await raiseAlarm(services, 'damaged-backup', { damaged: damaged.length, left: left.length })
  else await clearAlarm(services, 'damaged-backup')
}

function unusable(error: unknown): undefined {
  if (error instanceof BackupUnusable) return undefined
  throw error
}
