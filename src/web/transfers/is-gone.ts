import { ApiError } from '#client/api-error.ts'

const gone = ['FILE_NOT_FOUND', 'FILE_EXPIRED', 'FILE_DELETED']

/** Whether a call was refused because its file is gone: who wanted to delete it has what they wanted. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && gone.includes(error.code)
}
