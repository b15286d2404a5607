import { ApiError } from '#client/api-error.ts'

/** Why a file can no longer be had. */
export type Gone = 'expired' | 'not-found' | 'deleted'

type Plain =
  | Gone
  | 'wrong-password'
  | 'password-required'
  | 'sign-in-required'
  | 'deletion-not-allowed'
  | 'unreachable'
  | 'server-unavailable'
  | 'service-unavailable'
  | 'timeout'
  | 'unknown'

/** What stands between a person and a file. `retryAt` is an epoch time in milliseconds. */
export type Problem =
  | { kind: Plain }
  | { kind: 'rate-limited'; retryAt: number | undefined }
  | { kind: 'refused'; message: string; retryAt: number | undefined }

const kinds: Readonly<Record<string, Plain>> = {
  FILE_EXPIRED: 'expired',
  FILE_NOT_FOUND: 'not-found',
  FILE_DELETED: 'deleted',
  INVALID_FILE_PASSWORD: 'wrong-password',
  PASSWORD_REQUIRED: 'password-required',
  AUTHENTICATION_REQUIRED: 'sign-in-required',
  INVALID_DELETION_TOKEN: 'deletion-not-allowed',
  NETWORK_ERROR: 'unreachable',
  HTTP_502: 'server-unavailable',
  HTTP_503: 'service-unavailable',
  HTTP_504: 'timeout',
  TIMEOUT: 'timeout',
}

/** What a failed call means for a file's pages. Codes decide; a code without a meaning here keeps its sentence. */
export function problemOf(error: unknown, now: number): Problem {
  if (!(error instanceof ApiError)) return { kind: 'unknown' }
  const kind = kinds[error.code]
  if (kind) return { kind }
  const retryAt = error.retryAfter === undefined ? undefined : now + error.retryAfter * 1000
  if (error.code === 'RATE_LIMITED') return { kind: 'rate-limited', retryAt }
  return { kind: 'refused', message: error.message, retryAt }
}

/** The reason, when the problem is that the file is gone for good. */
export function goneBy(problem: Problem | undefined): Gone | undefined {
  switch (problem?.kind) {
    case 'expired':
    case 'not-found':
    case 'deleted':
      return problem.kind
    default:
      return undefined
  }
}
