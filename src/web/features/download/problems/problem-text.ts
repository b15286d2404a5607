import { answerText, t } from '#web/i18n/t.ts'
import type { Problem } from './problem.ts'

/** A problem in the words of the reader's language; a sentence that only the server knows stays as it came. */
export function problemText(problem: Problem): string {
  switch (problem.kind) {
    case 'expired':
      return t('download.problem.expired')
    case 'not-found':
      return t('download.problem.notFound')
    case 'deleted':
      return t('download.problem.deleted')
    case 'disabled':
      return t('code.TRANSFER_DISABLED')
    case 'revoked':
      return t('code.LINK_REVOKED')
    case 'used-up':
      return t('code.LINK_USED_UP')
    case 'wrong-password':
      return t('download.problem.wrongPassword')
    case 'password-required':
      return t('download.passwordHint')
    case 'sign-in-required':
      return t('download.problem.signIn')
    case 'code-required':
      return t('code.CODE_REQUIRED')
    case 'busy':
      return t('download.problem.busy')
    case 'damaged':
      return t('download.problem.damaged')
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
      return t('download.problem.noInfo')
    case 'rate-limited':
      return t('download.problem.tooManyTries')
    case 'refused':
      return answerText(problem)
  }
}

/** The same, of a download that was asked for and did not begin. */
export function refusalText(problem: Problem): string {
  switch (problem.kind) {
    case 'unknown':
      return t('download.problem.failed')
    case 'unreachable':
      return t('download.problem.failedOffline')
    default:
      return problemText(problem)
  }
}
