import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartRefused } from '../../config.ts'

/** Makes the data folder, readable by its owner only. @throws StartRefused saying whose the folder is and what to run */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartRefused(explain(resolve(path)), { cause })
  }
}

/** Names the user of this process, the nearest folder that is there and its owner, and the command that helps. */
function explain(path: string): string {
  const folder = nearestFolder(path)
  const owner = statSync(folder)
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  const problem = `DATA_DIR ${path} cannot be made or written`
  if (uid === undefined || gid === undefined) return `${problem}.`
  const make = folder === path ? '' : `mkdir -p ${path} && `
  return `${problem}: the server runs as user ${uid} and group ${gid}, and ${folder} belongs to user ${owner.uid} and group ${owner.gid}. Unless the disk is read-only, run as root: ${make}chown -R ${uid}:${gid} ${path}`
}

function nearestFolder(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() || path === dirname(path) ? path : nearestFolder(dirname(path))
}
