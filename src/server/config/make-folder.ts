import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing, readable by their owner only. The recursive way of Node never ends
 * where the system refuses a folder as missing although the one above is there, as /proc does.
 * @throws what the system throws
 */
export function makeFolder(path: string): void {
  if (!isMissing(make(path))) return
  const above = dirname(path)
  if (!statSync(above, { throwIfNoEntry: false })) makeFolder(above)
  const missing = make(path)
  if (isMissing(missing)) throw missing
}

/** @returns the error where the folder above is missing */
function make(path: string): unknown {
  try {
    mkdirSync(path, { mode: 0o700 })
    return undefined
  } catch (error) {
    if (isMissing(error)) return error
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Makes the names in a folder durable. Windows cannot sync folders and keeps names in its journal. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The same, before it returns. */
export function syncFolderNow(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
