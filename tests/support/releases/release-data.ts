import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import type { Engine } from '#server/schema/engine.ts'
import { expectation } from './expectation.ts'

/** The data of one release on one engine: what it had on disk, in base64 by its path, and on PostgreSQL its database. */
const releaseData = z.object({
  expected: expectation,
  files: z.record(z.string(), z.string()),
  sql: z.string().optional(),
})
type ReleaseData = z.infer<typeof releaseData>

/** One folder for each release whose data has to open for good. */
const fixtures = 'tests/fixtures'

export async function findReleases(): Promise<string[]> {
  return (await readdir(fixtures)).filter((name) => /^\d+\.\d+\.\d+$/.test(name)).toSorted()
}

function pathOf(version: string, engine: Engine): string {
  return join(fixtures, version, `${engine}.json.gz`)
}

export async function readReleaseData(version: string, engine: Engine): Promise<ReleaseData> {
  return releaseData.parse(JSON.parse(gunzipSync(await readFile(pathOf(version, engine))).toString()))
}

/** @returns where it lies, and how many bytes it has */
export async function writeReleaseData(version: string, engine: Engine, data: ReleaseData) {
  const path = pathOf(version, engine)
  const packed = gzipSync(JSON.stringify(data), { level: 9 })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, packed)
  return { path, size: packed.length }
}

/** Files below a folder, in base64; a lock and what is only there while a server runs is left out. */
export async function packFolder(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    if (entry.isFile() && !/^mail\/|-(?:wal|shm)$|\.lock$/.test(name))
      files[name] = (await readFile(path)).toString('base64')
  }
  return files
}

export async function unpackFolder(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, Buffer.from(content, 'base64'), { mode: 0o600 })
  }
}
