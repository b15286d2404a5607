import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '#client/api-error.ts'
import { isPassing, retryDelay } from '#client/retry.ts'

/** For the first call of a command: an address that is wrong should not be tried for minutes. */
export const firstContact = 3

/**
 * Does work again that failed for a reason that passes by itself, such as an instance that was replaced meanwhile, at the
 * pace of the web app. Only for what may be done twice.
 * @param maxTries if there are fewer than those of some ten minutes
 * @param passes which failures pass by themselves
 * @throws what the work throws otherwise, or in the end
 */
export async function keepTrying<Result>(
  work: () => Promise<Result>,
  maxTries = Number.POSITIVE_INFINITY,
  passes = isPassing,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const again = error instanceof ApiError && passes(error) && tries < maxTries
      const delay = again ? retryDelay(tries, error.retryAfter) : undefined
      if (delay === undefined) throw error
      await pause(delay)
    }
  }
}

/** Whether a call that is one of very many passes by itself, as where the service asks to come back later. */
export function isPassingOfMany(error: ApiError): boolean {
  return isPassing(error) || (error.code === 'RATE_LIMITED' && error.retryAfter !== undefined)
}
