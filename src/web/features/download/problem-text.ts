import { formatClock } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import type { Problem } from './problem.ts'

const MINUTE = 60_000

/** A problem in the words of the reader's language; a sentence that only the server knows stays as it came. */
export function problemText(problem: Problem): string {
  switch (problem.kind) {
    case 'expired':
      return t('download.problem.expired')
    case 'not-found':
      return t('download.problem.notFound')
    case 'deleted':
      return t('download.problem.deleted')
    case 'wrong-password':
      return t('download.problem.wrongPassword')
    case 'password-required':
      return t('download.passwordHint')
    case 'sign-in-required':
      return t('download.problem.signIn')
    case 'deletion-not-allowed':
      return t('deletion.notValidText')
    case 'unreachable':
      return t('error.network')
    case 'server-unavailable':
      return t('error.unavailable')
    case 'service-unavailable':
      return t('error.serviceUnavailable')
    case 'timeout':
      return t('error.timeout')
    case 'unknown':
      return t('download.problem.unknown')
    case 'rate-limited':
      return withTime(t('download.problem.tooManyTries'), problem.retryAt)
    case 'refused':
      return withTime(problem.message, problem.retryAt)
  }
}

/** The time is rounded up, so that whoever waits for the clock to show it has waited long enough. */
function withTime(sentence: string, retryAt: number | undefined): string {
  if (retryAt === undefined) return sentence
  const time = formatClock(Math.ceil(retryAt / MINUTE) * MINUTE)
  return `${sentence} ${t('download.problem.retryAt', { time })}`
}
