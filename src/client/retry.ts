import type { ApiError } from './api-error.ts'

/** Milliseconds before the first tries; every later one waits for the last of them. */
const delays = [500, 1000, 2000, 4000, 8000, 15_000] as const
/** With the delays above: about ten minutes in which not one byte more has arrived. */
const maxTries = 42
/** Milliseconds that a server may ask for: to a clock that is wrong, its date may be years away. */
const maxRetryAfter = 60_000

/** Codes of our own server that pass by themselves. All its others are final. */
const passing = [
  'REQUEST_TIMEOUT',
  'SHUTTING_DOWN',
  'STORAGE_UNAVAILABLE',
  'UPLOAD_LOCKED',
  'UPLOAD_OFFSET_MISMATCH',
]
/** The same from something in between. */
const passingStatus = [408, 409, 423, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]

/** Whether sending the same again may succeed: there was no answer, or a temporary failure. */
export function isPassing({ status, code }: ApiError): boolean {
  if (status === 0) return code === 'NETWORK_ERROR' || code === 'TIMEOUT'
  return passing.includes(code) || (isForeign({ status, code }) && passingStatus.includes(status))
}

/**
 * Milliseconds to wait before another try, or undefined when it is time to give up.
 * @param tries how many there were since anything got better
 * @param retryAfter seconds that the server asked for, of which a minute counts at most
 * @param chance between 0 and 1, so that not all senders come back in the same moment
 */
export function retryDelay(tries: number, retryAfter = 0, chance = Math.random()): number | undefined {
  if (tries >= maxTries) return undefined
  const delay = delays[Math.min(tries, delays.length - 1)] ?? 0
  return Math.max(delay * (0.8 + 0.4 * chance), Math.min(retryAfter * 1000, maxRetryAfter))
}

/**
 * Whether a resumable upload that failed so is still at the server, and can be gone on with later: by this page, or by the
 * one that has taken it over.
 */
export function leavesUpload(error: ApiError): boolean {
  const { status, code } = error
  return (
    isPassing(error) || isForeign(error) || status === 429 || status >= 500 || code === 'UPLOAD_INCOMPLETE'
  )
}

/** Whether an upload cannot be resumable here: the call is not there, or something in between does not let it by. */
export function refusesResumable({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean {
  if (status === 404 || refusesMethod({ status })) return true
  return status >= 400 && status < 500 && isForeign({ status, code }) && !passingStatus.includes(status)
}

/** Whether something does not let a method by; PATCH is the one that old proxies do not know. */
export function refusesMethod({ status }: Pick<ApiError, 'status'>): boolean {
  return status === 405 || status === 501
}

/** Whether something between us and the server answered, or the server without a body, as to HEAD. */
export function isForeign({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean {
  return code === `HTTP_${status}` || code === 'UNNAMED_ERROR'
}
