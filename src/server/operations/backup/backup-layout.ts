import { join } from 'node:path'
import * as z from 'zod'
import { storeNames } from '#server/schema/store-names.ts'
import type { Config } from '../../config/config.ts'

/**
 * A folder of backups:
 *
 *     2026-11-21T08-00-00-000Z/   one backup
 *       manifest.json               what is in it, with checksums; written last
 *       tables.ndjson.gz            the database: one row a line
 *       blobs.ndjson                the blobs that it names in the order of their ids: id, size and SHA-256 a line
 *       waiting.ndjson              while it is made: the blobs that are to be listed
 *     checked.json                how far the copies and backups have been read again, and what was damaged
 *     service                     the id of the service whose backups these are
 *     keys/2026-12-01.json        day keys for all backups, as sealed as in the database and gone when they are
 *     blobs/<2 digits>/<blob id>  the blobs themselves, for all backups, where they are copied at all
 */
export const layout = {
  manifest: 'manifest.json',
  tables: 'tables.ndjson.gz',
  blobs: 'blobs.ndjson',
  waiting: 'waiting.ndjson',
  checked: 'checked.json',
  service: 'service',
  keysFolder: 'keys',
  blobsFolder: 'blobs',
  blobFile: (folder: string, id: string) => join(folder, id.slice(0, 2), id),
} as const

/** Folder of this service's backups. */
export function backupFolder(config: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string {
  return config.BACKUP_DIR ?? join(config.DATA_DIR, 'backups')
}

const namePattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/

/** The name of a backup begun at a moment; they sort by time. */
export function backupName(time: number): string {
  return new Date(time).toISOString().replace(/[:.]/g, '-')
}

/** When a backup of this name was begun; undefined for a name that backups do not have. */
export function backupTime(name: string): number | undefined {
  const [, day, hour, minute, second, millisecond] = namePattern.exec(name) ?? []
  return day === undefined ? undefined : Date.parse(`${day}T${hour}:${minute}:${second}.${millisecond}Z`)
}

const count = z.int().nonnegative()
const blobId = z.string().regex(/^[0-9a-f]{32}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const manifest = z.object({
  format: z.literal(1),
  /** The program that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The steps that had made its tables: a backup restores into such tables, and later steps change its rows there. */
  migrations: z.array(z.string()),
  tables: z.object({ sha256, rows: z.record(z.string(), count) }),
  blobs: z.object({ sha256, count, totalSize: count }),
  liveFiles: count,
  /** Ids of blobs that were missing or altered: of these, the list has those that an earlier backup knew. */
  damaged: z.array(blobId).optional(),
})
export type Manifest = z.infer<typeof manifest>

/** A line of blobs.ndjson. */
export const blobLine = z.object({
  id: blobId,
  store: z.enum(storeNames),
  size: count,
  sha256,
})
export type BlobLine = z.infer<typeof blobLine>

/** Content of checked.json. Names in it are those of files below the folder of backups. */
export const checkedFile = z.object({
  /** The copy of a blob that was read last: the next check goes on after it. */
  copy: z.string(),
  /** The backup whose tables were read last. */
  backup: z.string(),
  /** Damaged files that could not be mended, which each check reads again. */
  damaged: z.array(z.string()),
})

/** A file of the keys folder, which is named after its day. */
export const dayKeyFile = z.object({ kid: z.string(), sealed: z.base64() })

/** A backup that cannot be restored. The message is one sentence that says why. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}
