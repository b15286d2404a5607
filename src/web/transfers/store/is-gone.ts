import { ApiError } from '#client/api-error.ts'

const codes = ['FILE_NOT_FOUND', 'FILE_EXPIRED', 'FILE_DELETED']

/** Whether a failure says that there is no such transfer any more, which is what deleting it is for. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && codes.includes(error.code)
}
