import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { layout, type Manifest, manifest } from '#server/operations/backup/backup-layout.ts'
import type { DatabasePlace, DatabaseSupport } from '#tests/support/databases/databases.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import type { TestServer } from '#tests/support/server/server.ts'

/** A checksum, as manifests have it. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The raw answer to a download without a ticket. */
export async function download(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  id: string,
  query = '',
): Promise<Response> {
  return fetch(`${baseUrl}/api/download/${id}/file${query}`)
}

/** Makes a backup as operators do; the folder of it. */
export async function backUp(at: DatabasePlace, ...options: string[]): Promise<string> {
  const { code, answer, stderr } = await runForScript(['backup', ...options], { place: at })
  assert.equal(code, 0, stderr + JSON.stringify(answer))
  const [name = ''] = (await readdir(join(at.dataDir, 'backups')))
    .filter((entry) => entry.startsWith('2'))
    .toSorted()
    .toReversed()
  return join(at.dataDir, 'backups', name)
}

/** Makes a backup into what another version would have made: with some of its lines, and the steps of that version. */
export async function rewrite(
  backup: string,
  keepsLine: (line: string) => boolean,
  {
    version,
    migrations,
    laterColumns = [],
  }: {
    version: string
    migrations: (names: string[]) => string[]
    /** Columns that the earlier version had in no table. */
    laterColumns?: readonly string[]
  },
): Promise<void> {
  const [manifestPath, tablesPath] = [join(backup, layout.manifest), join(backup, layout.tables)]
  const lines = gunzipSync(await readFile(tablesPath))
    .toString()
    .split('\n')
    .slice(0, -1)
  const later = new RegExp(`,"(?:${laterColumns.join('|')})":(?:null|\\d+|"[^"]*")`, 'g')
  const kept = lines
    .filter(keepsLine)
    .map((line) => (laterColumns.length === 0 ? line : line.replaceAll(later, '')))
  const tables = gzipSync(kept.map((line) => `${line}\n`).join(''))
  await writeFile(tablesPath, tables)
  const made = manifest.parse(JSON.parse(await readFile(manifestPath, 'utf8')))
  const left = lines.filter((line) => !keepsLine(line)).map((line) => line.split('"')[1])
  // Leaves out the tables of later steps: they are empty, or none of their lines was kept.
  const rows = Object.entries(made.tables.rows).filter(([name, count]) => count > 0 && !left.includes(name))
  const changed: Manifest = {
    ...made,
    version,
    migrations: migrations(made.migrations),
    tables: { sha256: sha256(tables), rows: Object.fromEntries(rows) },
  }
  await writeFile(manifestPath, JSON.stringify(changed))
}

/** An empty service that has the master keys of another. */
export async function emptyWithKeys(
  place: DatabaseSupport['emptyPlace'],
  from: DatabasePlace,
): Promise<DatabasePlace> {
  const at = await place()
  await mkdir(join(at.dataDir, 'keys'), { mode: 0o700 })
  await copyFile(join(from.dataDir, 'keys', 'master-keys'), join(at.dataDir, 'keys', 'master-keys'))
  return at
}
