import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Backup } from '#contract/operations/backups.ts'
import { syncFolder } from '#server/config/make-folder.ts'
import { recordAlone } from '#server/identity/accounts/record-alone.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Act } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { acquireLock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { updateDamageAlarm } from '#server/transfers/content/damaged-blobs.ts'
import { isKept } from '#server/transfers/model/kept-transfers.ts'
import { mirrorDayKeys } from './backup-day-keys.ts'
import { writeDurably } from './backup-files.ts'
import { backupFolder, backupName, layout, type Manifest } from './backup-layout.ts'
import { keptTables } from './backup-tables.ts'
import { backupLease, listBackups, removeOldBackups } from './backups.ts'
import { checkBackups, type DamagedFile } from './check/check-backups.ts'
import { listBlobs, noteLiveBlobs } from './lists/list-blobs.ts'
import { ownFolder } from './own-folder.ts'
import { removeUnnamed } from './remove-unnamed.ts'
import { readRows, writeLine } from './table-rows.ts'

type Options = {
  /** Copies the blobs of the stores, too, not those in the database alone; those of earlier backups are there already. */
  readonly withBlobs?: boolean
  /** How many complete backups there are to be afterwards at most; all stay unless told, and of a damaged database. */
  readonly keep?: number | undefined
}

/** A backup that was made. */
type CreatedBackup = {
  readonly backup: Backup
  /** Ids of blobs that are missing or altered; they are marked. */
  readonly damaged: readonly string[]
  /** Files of this folder of backups that are not what they were, of those that this backup has read. */
  readonly damagedFiles: readonly DamagedFile[]
  /** Whether the database is sound. When it is not, all earlier backups have been kept. */
  readonly isDatabaseSound: boolean
}

/**
 * Makes a backup: the tables as they stand at one moment, and a list of the blobs that they name with their checksums.
 * Every blob is read and compared with the last backup, and a part of what lies beside the backups; see checkBackups. The service goes on meanwhile. Day keys are put beside it, see mirrorDayKeys.
 * @throws Failure BACKUP_RUNNING, BACKUP_FOLDER_TAKEN
 */
export async function createBackup(
  services: Services,
  actor: Pick<Act, 'by' | 'network'>,
  { withBlobs = false, keep }: Options = {},
): Promise<CreatedBackup> {
  const { config, clock, engine, log } = services
  const lock = await acquireLock(services, backupLease)
  if (!lock) throw new Failure('BACKUP_RUNNING')
  try {
    await ownFolder(services)
    const name = backupName(clock.now())
    const path = join(backupFolder(config), name)
    await mkdir(path, { recursive: true, mode: 0o700 })
    const tables = await writeTables(services, path)
    const { damaged, ...blobs } = await listBlobs(services, path, withBlobs)
    await mirrorDayKeys(services)
    // A power cut that loses the name of the folder would lose its files, too.
    await syncFolder(backupFolder(config))
    await updateDamageAlarm(services)
    const made: Manifest = {
      format: 1,
      version: config.version,
      createdAt: new Date(clock.now()).toISOString(),
      migrations: tables.migrations,
      tables: { sha256: tables.sha256, rows: tables.rows },
      blobs,
      damaged: [...damaged],
      liveFiles: tables.liveFiles,
    }
    await writeDurably(join(path, layout.manifest), [`${JSON.stringify(made, null, 2)}\n`])
    const to = { id: null, username: name }
    await recordAlone(services, { act: 'service.backup-made', to, details: { withBlobs }, ...actor })
    // guard: earlier backups of a damaged database -> tests/http/downloads/sweep.test.ts "because it shows no row"
    //   await engine.isSound() becomes true
    const isDatabaseSound = await engine.isSound()
    if (isDatabaseSound) {
      if (keep !== undefined) await removeOldBackups(services, name, keep, lock.signal)
      await removeUnnamed(services, lock.signal).catch((error: unknown) =>
        // The backup is complete; the next one tries again.
        log.warn({ err: error }, 'copies of blobs that nothing names could not be removed'),
      )
    } else log.error('the database is damaged: all earlier backups are kept')
    const { damaged: damagedFiles } = await checkBackups(services, lock.signal)
    const backup = (await listBackups(services)).find((candidate) => candidate.name === name)
    if (!backup) throw new Error('a backup was made and is not there')
    return { backup, damaged, damagedFiles, isDatabaseSound }
  } finally {
    await lock.release()
  }
}

/** Writes every row of every table that is kept, all from one snapshot, and records the blobs of that snapshot. */
function writeTables({ engine, clock }: Services, path: string) {
  return engine.snapshot(async (database) => {
    const rows: Record<string, number> = {}
    async function* lines() {
      for (const table of keptTables) {
        rows[table.name] = 0
        for await (const batch of readRows(database, table)) {
          rows[table.name] = (rows[table.name] ?? 0) + batch.length
          yield batch.map((row) => writeLine(table.name, row)).join('')
        }
      }
    }
    const sha256 = await writeDurably(join(path, layout.tables), Readable.from(lines()).compose(createGzip()))
    await noteLiveBlobs(path, database, clock.now())
    return {
      sha256,
      rows,
      liveFiles: await countLive(database, clock.now()),
      migrations: await done(database),
    }
  })
}

/** How many transfers that live or are held as evidence have blobs. */
async function countLive(database: Database, now: number): Promise<number> {
  const { live } = await database
    .selectFrom('segments')
    .innerJoin('files', 'files.id', 'segments.file_id')
    .innerJoin('transfers', 'transfers.id', 'files.transfer_id')
    .where('transfers.ended_at', 'is', null)
    .where(isKept(now))
    .select(({ fn }) => fn.count<number>('transfers.id').distinct().as('live'))
    .executeTakeFirstOrThrow()
  return live
}

async function done(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  )
  return rows.map(({ name }) => name)
}
