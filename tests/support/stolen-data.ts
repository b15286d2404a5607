import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { blobHeader, blobHeaderLength, contentContext } from '#crypto/blob-header.ts'
import { preambleLength } from '#crypto/content-sizes.ts'
import { openMlKemSlot, openServerSlot, openTicketSlot, openUploadSlot } from '#crypto/file-key.ts'
import { createKeyRing, type KeyRing, parseMasterKeys } from '#crypto/key-ring.ts'
import { createOpener } from '#crypto/open-content.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { TestServer } from './server.ts'

/** What a thief has who took the data folder, the database and the master keys. */
export type StolenData = {
  /** Every file below the data folder, by its path. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Every row of every table. */
  readonly rows: readonly (Row & { table: string })[]
  readonly keyRing: KeyRing
}

type Row = { readonly [column: string]: unknown }

export async function stealData({ folder, services }: TestServer): Promise<StolenData> {
  const files = new Map<string, Buffer>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files.set(path, await readFile(path))
  }
  const masterKeys = files.get(join(folder, 'keys', 'master-keys'))
  if (!masterKeys) throw new Error('there are no master keys to steal')
  return {
    files,
    rows: await readAllRows(services.database),
    keyRing: createKeyRing(parseMasterKeys(masterKeys.toString('utf8'))),
  }
}

async function readAllRows(database: Database): Promise<StolenData['rows']> {
  const tables = await database.introspection.getTables()
  const rows: (Row & { table: string })[] = []
  for (const { name } of tables) {
    const found = await sql<Row>`select * from ${sql.table(name)}`.execute(database)
    for (const row of found.rows) rows.push({ ...row, table: name })
  }
  return rows
}

/**
 * Tries to open the content of a file with everything there is: every key and every stored value, as a file key and as
 * what a slot wants. Gives the file key, or undefined when nothing fits. The file may be locked for ML-KEM-768.
 */
export function breakOpen(stolen: StolenData, fileId: string): Buffer | undefined {
  const pieces = stolen.rows
    .filter((row) => row.table === 'pieces' && row.file_id === fileId)
    .toSorted((a, b) => Number(a.position) - Number(b.position))
  const blobIds = pieces.map(({ blob_id }) => Buffer.from(String(blob_id), 'hex'))
  const [first] = blobIds
  if (!first) throw new Error('the file has no pieces')
  const front = blobOf(stolen, first).subarray(0, blobHeaderLength + preambleLength)
  const place = { fileId, blobIds }
  const dayKeys = openedDayKeys(stolen)
  const secrets = [...dayKeys, ...openedPairKeys(stolen), ...storedBytes(stolen)]
  const seeds = secrets.flatMap((secret) => windows(secret, 64))

  const candidates = secrets.flatMap((secret) => windows(secret, 32))
  for (const slot of slotsOf(stolen, fileId)) {
    for (const secret of secrets) {
      candidates.push(...opened(() => openServerSlot(slot, secret, place)))
      candidates.push(...opened(() => openServerSlot(slot, secret, { fileId, blobIds: [] })))
      candidates.push(...opened(() => openTicketSlot(slot, secret, place)))
      for (const dayKey of dayKeys)
        candidates.push(...opened(() => openUploadSlot(slot, dayKey, secret, fileId)))
    }
    for (const seed of slot.length > 800 ? seeds : []) {
      for (const dayKey of dayKeys) {
        candidates.push(...opened(() => openMlKemSlot(slot, dayKey, { algorithm: 'ml-kem768', seed }, place)))
      }
    }
  }
  return candidates.find((key) => fits(key, first, fileId, front))
}

/** Whatever wraps a key of the file, or did so while it came in. */
function slotsOf({ rows }: StolenData, fileId: string): Buffer[] {
  return rows
    .filter((row) => row.file_id === fileId)
    .flatMap(({ sealed, sealed_key }) => [sealed, sealed_key])
    .filter((value) => value instanceof Uint8Array)
    .map((value) => Buffer.from(value))
}

/** Where the bytes lie, as they are or written as text, in any file or row. */
export function findTraces({ files, rows }: StolenData, bytes: Uint8Array): string[] {
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

/** The commitment in front of the content tells whether a key is the right one. */
function fits(key: Uint8Array, blobId: Uint8Array, fileId: string, front: Buffer): boolean {
  const context = contentContext(blobHeader(blobId), fileId)
  return (
    opened(() => Buffer.from([createOpener(key, context, front.subarray(blobHeaderLength)) ? 1 : 0])).length >
    0
  )
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
