import { ApiError } from '#client/api-error.ts'
import type { ManagedLink } from '#contract/transfers/manage.ts'

const codes = ['FILE_NOT_FOUND', 'FILE_EXPIRED', 'FILE_DELETED']

/** Whether a failure says that the transfer is gone, as deleting it intended. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && codes.includes(error.code)
}

/** Whether the end of its own has come for a link. @param now milliseconds since 1970 */
export function isOver({ expiresAt }: Pick<ManagedLink, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now
}
