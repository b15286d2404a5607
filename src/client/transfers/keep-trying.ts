import { ApiError } from '../api-error.ts'
import { isPassing, retryDelay } from '../retry.ts'
import { pause } from './pause.ts'

/** Retries of the first call of some work, so that a wrong address fails within seconds. */
export const firstContact = 3

/**
 * Retries work after temporary failures, such as a restart of the service, at the pace of the web app: for ten minutes. Only
 * for work that may be done twice.
 * @param maxTries limit of retries below that
 * @param passes whether a failure is temporary
 * @throws the error of the last try, or the signal's reason
 */
export async function keepTrying<Result>(
  work: () => Promise<Result>,
  maxTries = Number.POSITIVE_INFINITY,
  passes = isPassing,
  signal?: AbortSignal,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const again = error instanceof ApiError && passes(error) && tries < maxTries
      const delay = again ? retryDelay(tries, error.retryAfter) : undefined
      if (delay === undefined) throw error
      await pause(delay, signal)
    }
  }
}

/** Whether a failure of one of many calls is temporary, including requests of the service to slow down. */
export function isPassingOfMany(error: ApiError): boolean {
  return isPassing(error) || (error.code === 'RATE_LIMITED' && error.retryAfter !== undefined)
}
