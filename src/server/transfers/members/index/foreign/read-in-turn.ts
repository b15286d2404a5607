import { Failure } from '#server/platform/failure.ts'
import type { ForeignDirectory } from './read-directory.ts'

type Directory = Promise<ForeignDirectory | undefined>

/** Directories that are read at once: each takes up to 30 MB and a second of the processor. */
const maxRunning = 2
/** Those that are read or wait for it, at most, and the seconds after which one more may come. */
const maxReading = 20
const retryAfter = 10

/** Directories that are kept, and for how many milliseconds after their last use: a search asks again. */
const kept = { count: 2, time: 10_000 }

/** The directories that this process reads or is about to, or has read a moment ago, by the file that they are of. */
const recent = new Map<string, { readonly directory: Directory; readonly timer: NodeJS.Timeout }>()
const reading = new Map<string, Directory>()
const waiting: (() => void)[] = []
let running = 0

/**
 * Reads directories of foreign archives two at a time, since anyone may ask for many at once. Concurrent calls for one file
 * share one read.
 * @throws Failure RATE_LIMITED where too many wait, and what `read` fails with
 */
export async function readInTurn(fileId: string, read: () => Directory): Directory {
  const same = reading.get(fileId) ?? recent.get(fileId)?.directory
  if (same) {
    if (recent.has(fileId)) keep(fileId, same)
    return same
  }
  if (reading.size >= maxReading) throw new Failure('RATE_LIMITED', { retryAfter })
  const directory = inTurn(read).finally(() => reading.delete(fileId))
  reading.set(fileId, directory)
  directory.then(
    () => keep(fileId, directory),
    () => {},
  )
  return directory
}

/** Keeps a directory, as the latest one. */
function keep(fileId: string, directory: Directory): void {
  forget(fileId)
  recent.set(fileId, { directory, timer: setTimeout(() => forget(fileId), kept.time).unref() })
  for (const oldest of recent.keys()) if (recent.size > kept.count) forget(oldest)
}

function forget(fileId: string): void {
  clearTimeout(recent.get(fileId)?.timer)
  recent.delete(fileId)
}

async function inTurn(read: () => Directory): Directory {
  if (running < maxRunning) running += 1
  // The turn is handed on by one that is done.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await read()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
