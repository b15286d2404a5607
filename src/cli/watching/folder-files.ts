import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A file as it was at one time. */
export type FileVersion = {
  /** Path in the watched folder, with slashes. */
  readonly path: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
}

/**
 * Lists the files in a folder and below it. Hidden ones and incomplete downloads are left out, and so is what can't be read or
 * has gone meanwhile; symbolic links are not followed.
 * @throws an error of the system if the folder itself can't be read
 */
export async function folderFiles(folder: string): Promise<FileVersion[]> {
  const found: FileVersion[] = []
  const folders = [folder]
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    for (const entry of await entriesOf(current, current === folder)) {
      if (entry.name.startsWith('.') || entry.name.endsWith('.part')) continue
      const path = join(current, entry.name)
      if (entry.isDirectory()) folders.push(path)
      if (!entry.isFile()) continue
      const version = await versionOf(folder, path)
      if (version) found.push(version)
    }
  }
  return found
}

/** Reads the present version of a file; undefined if it is gone. */
export async function versionOf(folder: string, path: string): Promise<FileVersion | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const inside = relative(folder, path).split(sep).join('/')
  return { path: inside, size: found.size, modifiedAt: Math.floor(found.mtimeMs) }
}

function entriesOf(folder: string, isRoot: boolean): Promise<Dirent[]> {
  const entries = readdir(folder, { withFileTypes: true })
  return isRoot ? entries : entries.catch(() => [])
}
