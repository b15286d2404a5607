import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes the names in a folder durable before it returns. Windows cannot sync folders and keeps names in its journal. */
export function syncFolderNow(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
