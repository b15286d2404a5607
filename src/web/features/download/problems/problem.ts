import { ApiError } from '#client/api-error.ts'

/** Why the file is gone. */
type Ended = 'expired' | 'not-found' | 'deleted'

/** Reasons why a link has no file: a disabled one may return, the others are final. */
export type Gone = Ended | 'disabled' | 'revoked' | 'used-up'

type Plain =
  | Gone
  | 'wrong-password'
  | 'password-required'
  | 'sign-in-required'
  | 'busy'
  | 'damaged'
  | 'deletion-not-allowed'
  | 'unreachable'
  | 'server-unavailable'
  | 'service-unavailable'
  | 'timeout'
  | 'unknown'

/** Reason why a file cannot be opened. `retryAt` is when a retry makes sense, in ms since 1970. */
export type Problem =
  | { kind: Plain }
  | { kind: 'rate-limited'; retryAt: number }
  /** A code has to be entered first, which goes to this masked address. */
  | { kind: 'code-required'; sentTo: string }
  | { kind: 'refused'; code: string; message: string; retryAt: number | undefined }

const kinds: Readonly<Record<string, Plain>> = {
  FILE_EXPIRED: 'expired',
  FILE_NOT_FOUND: 'not-found',
  FILE_DELETED: 'deleted',
  TRANSFER_DISABLED: 'disabled',
  LINK_REVOKED: 'revoked',
  LINK_USED_UP: 'used-up',
  INVALID_FILE_PASSWORD: 'wrong-password',
  PASSWORD_REQUIRED: 'password-required',
  AUTHENTICATION_REQUIRED: 'sign-in-required',
  DOWNLOAD_BUSY: 'busy',
  FILE_DAMAGED: 'damaged',
  INVALID_DELETION_TOKEN: 'deletion-not-allowed',
  NETWORK_ERROR: 'unreachable',
  HTTP_502: 'server-unavailable',
  HTTP_503: 'service-unavailable',
  HTTP_504: 'timeout',
  TIMEOUT: 'timeout',
}

/** Seconds to wait where a server refuses for a while and does not say for how long. */
const usualWait = 60

/**
 * The problem that a failed call means for a file's pages. Decided by the code; a code without a kind here, such as
 * maintenance, keeps its sentence, and an answer that is not the server's own has none. `now` in ms since 1970.
 */
export function problemOf(error: unknown, now: number): Problem {
  if (!(error instanceof ApiError)) return { kind: 'unknown' }
  const { code, message, retryAfter } = error
  if (code === 'CODE_REQUIRED') return { kind: 'code-required', sentTo: error.sentTo ?? '' }
  const kind = kinds[code]
  if (kind) return { kind }
  if (code.startsWith('HTTP_') || code === 'UNEXPECTED_REPLY') return { kind: 'unknown' }
  if (code === 'RATE_LIMITED')
    return { kind: 'rate-limited', retryAt: now + (retryAfter ?? usualWait) * 1000 }
  const retryAt = retryAfter === undefined ? undefined : now + retryAfter * 1000
  return { kind: 'refused', code, message, retryAt }
}

/** The reason, when the problem is that the file is gone. */
export function endedBy(problem: Problem | undefined): Ended | undefined {
  switch (problem?.kind) {
    case 'expired':
    case 'not-found':
    case 'deleted':
      return problem.kind
    default:
      return undefined
  }
}

/** The reason, when the problem is that the link leads to no file, for now or for good. */
export function goneBy(problem: Problem | undefined): Gone | undefined {
  switch (problem?.kind) {
    case 'disabled':
    case 'revoked':
    case 'used-up':
      return problem.kind
    default:
      return endedBy(problem)
  }
}

/** Whether another try makes sense. */
export function mayPass(problem: Problem): boolean {
  if (problem.kind === 'refused' && problem.code === 'UPLOAD_ENDED') return false
  const gone = goneBy(problem)
  return gone === undefined || gone === 'disabled'
}

/** When another try makes sense, if that is known and still to come. */
export function waitsUntil(problem: Problem | undefined, now: number): number | undefined {
  const retryAt = problem && 'retryAt' in problem ? problem.retryAt : undefined
  return retryAt !== undefined && retryAt > now ? retryAt : undefined
}
