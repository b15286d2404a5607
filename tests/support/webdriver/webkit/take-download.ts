import { readdir, readlink, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Ending of a file that WebKit fetches itself, while it comes. */
const underWay = '.wkdownload'

/**
 * Moves the first file of a folder that no process writes any more to another folder, and gives its path there. The driver
 * says nothing of downloads, and WebKit leaves what it has of one that failed under its final name if a service worker sent it.
 */
export async function takeDownload(from: string, to: string): Promise<string | undefined> {
  const names = await readdir(from)
  const written = await openFiles(from)
  for (const name of names) {
    const path = join(from, name)
    if (name.endsWith(underWay) || names.includes(name + underWay) || written.has(path)) continue
    const { size } = await stat(path)
    if (size === 0) continue
    const taken = join(to, `${(await readdir(to)).length} ${name}`)
    await rename(path, taken)
    return taken
  }
  return undefined
}

/** Paths below a folder that processes have open. */
async function openFiles(folder: string): Promise<ReadonlySet<string>> {
  const open = new Set<string>()
  for (const process of await readdir('/proc')) {
    if (!/^\d+$/.test(process)) continue
    const descriptors = join('/proc', process, 'fd')
    // Processes end meanwhile, and those of others are not shown.
    for (const descriptor of await readdir(descriptors).catch(() => [])) {
      const path = await readlink(join(descriptors, descriptor)).catch(() => '')
      if (path.startsWith(folder)) open.add(path)
    }
  }
  return open
}
