import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartRefused } from './config.ts'

/**
 * A failure of the file system at the start as a sentence with the command that mends it: whose a place is, or that its disk is
 * read-only or full. Everything else stays as it is.
 */
export function asRefusal(error: unknown): unknown {
  const cause = findCause(error)
  const hint = cause && explain(cause.path, cause.code)
  if (!hint) return error
  if (!(error instanceof StartRefused)) return new StartRefused(hint, { cause: error })
  return /run as root|is a file, not a folder/i.test(error.message) || error.message.includes(hint)
    ? error
    : new StartRefused(`${error.message} ${hint}`, { cause: error })
}

type FileCause = { readonly code: string; readonly path: string }

/** The failure of the file system that others were thrown for, if one was. */
function findCause(error: unknown): FileCause | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string' && 'path' in error && typeof error.path === 'string')
    return { code: error.code, path: error.path }
  return findCause(error.cause)
}

function explain(path: string, code: string): string | undefined {
  // Node says so of a folder that cannot be made, whatever is in its way.
  if (code === 'ENOENT') {
    const reason = whyUnwritable(nearestPlace(path))
    return reason === undefined ? undefined : explain(path, reason)
  }
  if (code === 'EROFS')
    return `${path} lies on a disk that is read-only: run as root: mount -o remount,rw "$(stat -c %m ${nearestPlace(path)})"`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk of ${path} is full: see what takes its space with du -xh --max-depth=1 ${dirname(path)}`
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${path} cannot be used: a file stands where a folder has to be. See it with ls -l ${dirname(path)}`
  if (code !== 'EACCES' && code !== 'EPERM') return undefined
  const nearest = nearestPlace(path)
  const owner = statSync(nearest, { throwIfNoEntry: false })
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  if (!owner || uid === undefined || gid === undefined)
    return `${path} cannot be read or written by the server.`
  return `${path} cannot be read or written: the server runs as user ${uid} and group ${gid}, and ${nearest} belongs to user ${owner.uid} and group ${owner.gid}. Run as root: chown -R ${uid}:${gid} ${nearest}`
}

function whyUnwritable(place: string): string | undefined {
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'ENOENT'
      ? String(error.code)
      : undefined
  }
}

/** The place itself, or the nearest folder above that can be seen. */
function nearestPlace(path: string): string {
  try {
    if (path === dirname(path) || statSync(path, { throwIfNoEntry: false })) return path
  } catch {
    // It lies within a folder that this user may not enter.
  }
  return nearestPlace(dirname(path))
}
