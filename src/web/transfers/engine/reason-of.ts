import { ApiError } from '#client/api-error.ts'
import type { Selection } from '../selection/selection.ts'

/**
 * Why an upload failed, looked at once more: to a browser a file that has gone or changed meanwhile and a connection
 * that has gone are the same.
 */
export async function reasonOf(error: unknown, selection: Selection): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 0) return error
  for (const { file } of selection.flatMap(({ files }) => files)) {
    try {
      await file.slice(0, 1).arrayBuffer()
    } catch (cause) {
      const { message } = error
      return new ApiError({ status: 0, code: 'FILE_UNREADABLE', message, details: file.name, cause })
    }
  }
  return error
}
