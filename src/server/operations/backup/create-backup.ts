import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Backup } from '#contract/backups.ts'
import { BlobNotFound } from '#server/platform/blobs/blob-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { holdLock } from '#server/platform/locks/hold-lock.ts'
import type { Services } from '#server/platform/services.ts'
import { type BlobLine, backupFolder, backupName, layout, type Manifest } from './backup-layout.ts'
import { keptTables } from './backup-tables.ts'
import { copyBlobs } from './copy-blobs.ts'
import { hashBlob } from './hash-blob.ts'
import { backupLease, listBackups } from './list-backups.ts'
import { mirrorDayKeys } from './mirror-day-keys.ts'
import { ownFolder } from './own-folder.ts'
import { readBlobLines } from './read-lines.ts'
import { removeOldBackups } from './remove-old-backups.ts'
import { readRows, writeLine } from './table-rows.ts'
import { writeDurably } from './write-durably.ts'

type Options = {
  /** Copies the blobs, too; those of earlier backups are there already. */
  readonly withBlobs?: boolean
  /** How many complete backups there are to be afterwards at most; all stay unless told. */
  readonly keep?: number | undefined
}

/**
 * Makes a backup: the tables as they stand at one moment, and a list of the blobs that they name with their checksums.
 * The service goes on meanwhile. Day keys are put beside it, see mirrorDayKeys.
 * @throws Failure BACKUP_RUNNING, BACKUP_FOLDER_TAKEN
 */
export async function createBackup(
  services: Services,
  actor: Pick<Act, 'by' | 'network'>,
  { withBlobs = false, keep }: Options = {},
): Promise<Backup> {
  const { config, clock, database } = services
  const release = await holdLock(services, backupLease)
  if (!release) throw new Failure('BACKUP_RUNNING')
  try {
    await ownFolder(services)
    const name = backupName(clock.now())
    const path = join(backupFolder(config), name)
    const known = await knownBlobs(services)
    await mkdir(path, { recursive: true, mode: 0o700 })
    const tables = await writeTables(services, path)
    const blobs = await writeBlobList(services, path, tables.blobIds, known)
    await mirrorDayKeys(services)
    if (withBlobs) await copyBlobs(services, blobs.lines)
    const made: Manifest = {
      format: 1,
      version: config.version,
      createdAt: new Date(clock.now()).toISOString(),
      migrations: tables.migrations,
      tables: { sha256: tables.sha256, rows: tables.rows },
      blobs: {
        sha256: blobs.sha256,
        count: blobs.lines.length,
        totalSize: blobs.lines.reduce((sum, { size }) => sum + size, 0),
      },
      liveFiles: tables.liveFiles,
    }
    await writeDurably(join(path, layout.manifest), [`${JSON.stringify(made, null, 2)}\n`])
    await recordAct(
      database,
      { act: 'service.backup-made', to: { id: null, username: name }, details: { withBlobs }, ...actor },
      clock.now(),
    )
    if (keep !== undefined) await removeOldBackups(services, keep)
    const backup = (await listBackups(services)).find((candidate) => candidate.name === name)
    if (!backup) throw new Error('a backup was made and is not there')
    return backup
  } finally {
    await release()
  }
}

/** Writes every row of every table that is kept, as they all stand at one moment. */
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
    return { sha256, rows, ...(await findLiveBlobs(database, clock.now())), migrations: await done(database) }
  })
}

/** The blobs of files that can still be had, and how many such files there are. */
async function findLiveBlobs(database: Database, now: number) {
  const pieces = await database
    .selectFrom('pieces')
    .innerJoin('files', 'files.id', 'pieces.file_id')
    .select(['pieces.blob_id', 'pieces.file_id'])
    .where('files.ended_at', 'is', null)
    .where('files.expires_at', '>', now)
    .execute()
  return {
    blobIds: pieces.map(({ blob_id }) => blob_id),
    liveFiles: new Set(pieces.map(({ file_id }) => file_id)).size,
  }
}

async function done(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  )
  return rows.map(({ name }) => name)
}

/** Lists the blobs with their checksums. Those that have gone since the tables were read belong to nobody any more. */
async function writeBlobList(
  { blobs }: Services,
  path: string,
  ids: readonly string[],
  known: ReadonlyMap<string, BlobLine>,
) {
  const lines: BlobLine[] = []
  async function* text() {
    for (const id of ids) {
      const line = known.get(id) ?? (await hashBlob(blobs, id).catch(gone))
      if (!line) continue
      lines.push(line)
      yield `${JSON.stringify(line)}\n`
    }
  }
  const sha256 = await writeDurably(join(path, layout.blobs), text())
  return { sha256, lines }
}

/** What the latest complete backup says of its blobs: a blob never changes, so that each is read once in its life. */
async function knownBlobs(services: Services): Promise<Map<string, BlobLine>> {
  const known = new Map<string, BlobLine>()
  const latest = (await listBackups(services)).find(({ state }) => state === 'complete')
  if (!latest) return known
  const path = join(backupFolder(services.config), latest.name)
  for await (const line of readBlobLines(join(path, layout.blobs))) known.set(line.id, line)
  return known
}

function gone(error: unknown): undefined {
  if (error instanceof BlobNotFound) return undefined
  throw error
}
