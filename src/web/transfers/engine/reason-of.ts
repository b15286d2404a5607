import { ApiError } from '#client/api-error.ts'
import type { PickedFile, Selection } from '../selection/selection.ts'

/** Files read at a time. */
const atOnce = 32
/** Milliseconds after which a file that has not been read yet counts as readable. */
const maxSearch = 3000

/**
 * Finds the actual reason of a failed upload: browsers report a file that has gone or changed like a lost connection. The
 * signal ends the search.
 */
export async function reasonOf(error: unknown, selection: Selection, signal: AbortSignal): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 0) return error
  const unreadable = await findUnreadable(
    selection.flatMap(({ files }) => files),
    signal,
  )
  if (!unreadable) return error
  const { message, cause } = error
  return new ApiError({ status: 0, code: 'FILE_UNREADABLE', message, details: unreadable.file.name, cause })
}

/** The first file found that can no longer be read, if it is found in time. */
async function findUnreadable(
  files: readonly PickedFile[],
  signal: AbortSignal,
): Promise<PickedFile | undefined> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(maxSearch)])
  const given = Promise.withResolvers<undefined>()
  over.addEventListener('abort', () => given.resolve(undefined))
  for (let at = 0; at < files.length && !over.aborted; at += atOnce) {
    const some = files.slice(at, at + atOnce)
    const readable = await Promise.race([Promise.all(some.map(isReadable)), given.promise])
    const unreadable = readable && some[readable.indexOf(false)]
    if (unreadable) return unreadable
  }
  return undefined
}

async function isReadable({ file }: PickedFile): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
