import { open } from 'node:fs/promises'

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
