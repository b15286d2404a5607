import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { blobHeader, blobHeaderLength, contentContext } from '#crypto/content/blob-header.ts'
import { preambleLength } from '#crypto/content/content-sizes.ts'
import { createOpener } from '#crypto/content/open-content.ts'
import { createKeyRing, type KeyRing, parseMasterKeys } from '#crypto/keys/key-ring.ts'
import {
  deriveFileKey,
  openLifeKey,
  openMlKemSlot,
  openServerSlot,
  openTicketSlot,
  openUploadSlot,
} from '#crypto/keys/transfer-key.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { TestServer } from '../server/server.ts'

/** Loot of a thief: the data folder, the database and the master keys. */
export type StolenData = {
  /** Every file below the data folder, by its path. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Every row of every table. */
  readonly rows: readonly (Row & { table: string })[]
  readonly keyRing: KeyRing
}

type Row = { readonly [column: string]: unknown }

export async function stealData({ folder, services }: TestServer): Promise<StolenData> {
  const files = await readWhole(folder)
  const masterKeys = files.get(join(folder, 'keys', 'master-keys'))
  if (!masterKeys) throw new Error('there are no master keys to steal')
  return {
    files,
    rows: await readAllRows(services.database),
    keyRing: createKeyRing(parseMasterKeys(masterKeys.toString('utf8'))),
  }
}

/** Every file below a folder at a time when none was renamed or removed while it was read. */
async function readWhole(folder: string): Promise<Map<string, Buffer>> {
  for (;;) {
    const files = new Map<string, Buffer>()
    try {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (entry.isFile()) files.set(path, await readFile(path))
      }
      return files
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}

async function readAllRows(database: Database): Promise<StolenData['rows']> {
  const tables = await database.introspection.getTables()
  const rows: (Row & { table: string })[] = []
  for (const { name } of tables) {
    // SQLite answers nothing from an index of searches; what it is made of stands in the tables beside it.
    if (name.endsWith('_search')) continue
    const found = await sql<Row>`select * from ${sql.table(name)}`.execute(database)
    for (const row of found.rows) rows.push({ ...row, table: name })
  }
  return rows
}

/** A stored file, as a thief finds it: its first segment is enough to recognise its key. */
export type StolenFile = { readonly fileId: string; readonly transferId: string }

/**
 * Tries to open a file with everything there is: every key and every stored value, as a transfer key and as what a slot
 * needs. Gives the transfer key, or undefined when nothing fits. The file may be locked for ML-KEM-768.
 */
export function breakOpen(stolen: StolenData, { fileId, transferId }: StolenFile): Buffer | undefined {
  const segment = stolen.rows.find(
    (row) => row.table === 'segments' && row.file_id === fileId && Number(row.position) === 0,
  )
  if (!segment) throw new Error('the file has no segments')
  const blobId = Buffer.from(String(segment.blob_id), 'hex')
  const front = blobOf(stolen, blobId).subarray(0, blobHeaderLength + preambleLength)
  const dayKeys = openedDayKeys(stolen)
  const lifeKeys = openedLifeKeys(stolen, dayKeys)
  const upperKeys = [...dayKeys, ...lifeKeys]
  const secrets = [...upperKeys, ...openedPairKeys(stolen), ...storedBytes(stolen)]
  const seeds = secrets.flatMap((secret) => windows(secret, 64))

  const candidates = secrets.flatMap((secret) => windows(secret, 32))
  for (const slot of slotsOf(stolen, transferId)) {
    for (const secret of secrets) {
      candidates.push(...opened(() => openServerSlot(slot, secret, transferId)))
      candidates.push(...opened(() => openTicketSlot(slot, secret, transferId)))
      for (const key of upperKeys)
        candidates.push(...opened(() => openUploadSlot(slot, key, secret, transferId)))
    }
    for (const seed of slot.length > 800 ? seeds : []) {
      for (const key of upperKeys)
        candidates.push(
          ...opened(() => openMlKemSlot(slot, key, { algorithm: 'ml-kem768', seed }, transferId)),
        )
    }
  }
  return candidates.find((key) => fits(key, blobId, fileId, front))
}

/** Every wrapped key that a row of the transfer, of one of its links or of its upload holds. */
function slotsOf({ rows }: StolenData, transferId: string): Buffer[] {
  const links = rows.filter((row) => row.table === 'links' && row.transfer_id === transferId)
  const linkIds = new Set(links.map(({ id }) => id))
  return rows
    .filter((row) => row.transfer_id === transferId || linkIds.has(row.link_id))
    .flatMap(({ sealed, sealed_key }) => [sealed, sealed_key])
    .filter((value) => value instanceof Uint8Array)
    .map((value) => Buffer.from(value))
}

/** Files and rows that hold the bytes, raw or encoded as text. */
export function findTraces({ files, rows }: Pick<StolenData, 'files' | 'rows'>, bytes: Uint8Array): string[] {
  const raw = Buffer.from(bytes)
  const forms = [
    raw,
    ...(['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(raw.toString(form))),
  ]
  const places = [
    ...files,
    ...rows.flatMap(({ table, ...row }) =>
      Object.entries(row).map(
        ([column, value]) =>
          [
            `${table}.${column}`,
            value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(`${value}`),
          ] as const,
      ),
    ),
  ]
  return places.filter(([, held]) => forms.some((form) => held.includes(form))).map(([path]) => path)
}

/** The commitment in front of the content shows whether a key is the right one, as a file key or as a transfer key. */
function fits(key: Uint8Array, blobId: Uint8Array, fileId: string, front: Buffer): boolean {
  const context = contentContext(blobHeader(blobId), fileId, 0)
  return [key, deriveFileKey(key, fileId)].some((candidate) => {
    try {
      createOpener(candidate, context, front.subarray(blobHeaderLength))
      return true
    } catch {
      return false
    }
  })
}

function blobOf({ files }: StolenData, blobId: Uint8Array): Buffer {
  const header = blobHeader(blobId)
  const found = [...files.values()].find((bytes) => bytes.subarray(0, header.length).equals(header))
  if (!found) throw new Error('the blob is not in the data folder')
  return found
}

function openedDayKeys({ rows, keyRing }: StolenData): Buffer[] {
  return rows
    .filter(({ table }) => table === 'day_keys')
    .map(({ day, kid, sealed }) => Buffer.from(keyRing.openDayKey(String(day), String(kid), bytesOf(sealed))))
}

function openedLifeKeys({ rows }: StolenData, dayKeys: readonly Buffer[]): Buffer[] {
  return rows
    .filter(({ table }) => table === 'transfers')
    .flatMap(({ id, key_day, sealed_life_key }) => {
      const place = { day: String(key_day), transferId: String(id) }
      return dayKeys.flatMap((dayKey) => opened(() => openLifeKey(bytesOf(sealed_life_key), dayKey, place)))
    })
}

function openedPairKeys({ rows, keyRing }: StolenData): Buffer[] {
  return rows
    .filter(({ table }) => table === 'ml_kem_pairs')
    .map(({ id, kid, sealed_pair_key }) =>
      Buffer.from(keyRing.openPairKey(String(id), String(kid), bytesOf(sealed_pair_key))),
    )
}

/** Every value that is bytes, or text that may stand for some. */
function storedBytes({ rows }: StolenData): Buffer[] {
  return rows.flatMap((row) =>
    Object.values(row).flatMap((value) => {
      if (value instanceof Uint8Array) return [Buffer.from(value)]
      if (typeof value === 'string' && /^[\w-]{22,86}$/.test(value)) return [Buffer.from(value, 'base64url')]
      return []
    }),
  )
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new Error('not bytes')
}

/** Every run of `length` bytes in a value that is not a long ciphertext or a public key. */
function windows(bytes: Buffer, length: number): Buffer[] {
  if (bytes.length > 128) return []
  const starts = Array.from({ length: Math.max(0, bytes.length - length + 1) }, (_, start) => start)
  return starts.map((start) => bytes.subarray(start, start + length))
}

function opened(open: () => Buffer): Buffer[] {
  try {
    return [open()]
  } catch {
    return []
  }
}
