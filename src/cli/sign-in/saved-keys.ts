import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir, platform } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { UsageError } from '../command.ts'

/** API keys by the origin of their service. */
const keys = z.record(z.string(), z.string())

/** Path of the keys of `restante login`, in the user's home folder and readable only by the user. */
export function keysPath(): string {
  return join(homedir(), '.config', 'restante', 'keys.json')
}

/** Reads the saved keys, by the origin of their service. @throws UsageError if others can read the file, or it is invalid */
export async function readKeys(): Promise<Record<string, string>> {
  const path = keysPath()
  const found = await stat(path).catch(() => undefined)
  if (!found) return {}
  if (platform() !== 'win32' && (found.mode & 0o077) !== 0)
    throw new UsageError(`${path} can be read by others. Run: chmod 600 ${path}`)
  const result = z.safeParse(keys, parse(await readFile(path, 'utf8')))
  if (!result.success) throw new UsageError(`${path} is not valid. Delete it and sign in again.`)
  return result.data
}

/** Replaces all saved keys atomically. */
export async function writeKeys(all: Readonly<Record<string, string>>): Promise<void> {
  const path = keysPath()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const written = `${path}.new`
  await writeFile(written, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
  // An existing file keeps its mode when it is written.
  await chmod(written, 0o600)
  await rename(written, path)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
