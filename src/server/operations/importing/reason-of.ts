import type { ErrorCode } from '#contract/errors.ts'
import type { Failure } from '#server/platform/failure.ts'

/** Failures of the service and not of what was to come: the import ends with them, and goes on when it is run again. */
const ending: ReadonlySet<ErrorCode> = new Set([
  'STORAGE_FULL',
  'STORAGE_UNAVAILABLE',
  'SCANNER_UNAVAILABLE',
  'SHUTTING_DOWN',
  'INTERNAL_ERROR',
])

/** Why something did not come, in a sentence. @throws the failure where nothing else would come either */
export function reasonOf(failure: Failure): string {
  if (ending.has(failure.code)) throw failure
  const { message, details } = failure
  return details === undefined ? message : `${message} ${details}`
}

export const ownerless = 'Its owner did not come, or is disabled; --owner can name another.'
