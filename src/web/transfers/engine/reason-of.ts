import { ApiError } from '#client/api-error.ts'
import type { PickedFile, Selection } from '../selection/selection.ts'

/** So many files are read at a time. */
const atOnce = 32
/** Milliseconds after which what has not been read counts as readable. */
const patience = 3000

/**
 * Why an upload failed, looked at once more: to a browser a file that has gone or changed meanwhile and a connection
 * that has gone are the same. The signal ends the search.
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

/** The first file found that cannot be read any more. */
async function findUnreadable(
  files: readonly PickedFile[],
  signal: AbortSignal,
): Promise<PickedFile | undefined> {
  const until = performance.now() + patience
  for (let at = 0; at < files.length && performance.now() < until && !signal.aborted; at += atOnce) {
    const some = files.slice(at, at + atOnce)
    const readable = await Promise.all(some.map(isReadable))
    const unreadable = some[readable.indexOf(false)]
    if (unreadable) return unreadable
  }
  return undefined
}

function isReadable({ file }: PickedFile): Promise<boolean> {
  const byte = file.slice(0, 1).arrayBuffer()
  return byte.then(
    () => true,
    () => false,
  )
}
