import { ApiError } from '#client/api-error.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { failureText } from './failure-text.ts'

/**
 * Why a code from a mail was not taken.
 * @param noneLeft what to say when it can't be tried again
 * @param otherwise what did not succeed, where the code is not the reason
 */
export function codeText(error: unknown, noneLeft: TextKey, otherwise: TextKey): string {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_CODE') return failureText(error, otherwise)
  const left = error.attemptsLeft ?? 0
  return left > 0 ? t('mailedCode.wrong', { count: left }) : t(noneLeft)
}
