import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartRefused } from './config.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Makes the folder that an option names, readable by its owner only.
 * @throws StartRefused saying what is wrong with it: whose the folder is and what to run, or that it cannot be one
 */
export function makeConfiguredFolder(option: 'DATA_DIR' | 'BACKUP_DIR', path: string): void {
  try {
    makeFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    throw new StartRefused(`${option} ${explain(resolve(path), code)}`, { cause })
  }
}

/**
 * Looks at the folder that an option names, and makes nothing.
 * @returns whether it is there
 * @throws StartRefused when it, or the place where it would be made, cannot be written
 */
export function findConfiguredFolder(option: 'DATA_DIR' | 'BACKUP_DIR', path: string): boolean {
  const place = resolve(path)
  const nearest = nearestPlace(place)
  try {
    if (!statSync(nearest).isDirectory()) throw new Error('it is a file')
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartRefused(`${option} ${explain(place, undefined)}`, { cause })
  }
  return nearest === place
}

/** Names the user of this process, the nearest place that is there and its owner, and the command that helps. */
function explain(path: string, code: unknown): string {
  const nearest = nearestPlace(path)
  const owner = statSync(nearest)
  if (!owner.isDirectory()) return `${path} cannot be used: ${nearest} is a file, not a folder.`
  const problem = `${path} cannot be made or written`
  if (code === 'ENOENT') return `${problem}: ${nearest} takes no folders. Choose another place.`
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  if (uid === undefined || gid === undefined) return `${problem}.`
  const make = nearest === path ? '' : `mkdir -p ${path} && `
  return `${problem}: the server runs as user ${uid} and group ${gid}, and ${nearest} belongs to user ${owner.uid} and group ${owner.gid}. Unless the disk is read-only, run as root: ${make}chown -R ${uid}:${gid} ${path}`
}

function nearestPlace(path: string): string {
  if (path === dirname(path)) return path
  return placeAt(path) ? path : nearestPlace(dirname(path))
}

/** Undefined also below a file. */
function placeAt(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
