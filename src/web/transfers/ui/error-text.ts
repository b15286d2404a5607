import { ApiError } from '#client/api-error.ts'
import { formatClockRoundedUp } from '../../i18n/format/format.ts'
import { answerText, type TextKey, t } from '../../i18n/t.ts'
import { PartNotFetched } from '../../ui/lazy/fetch-part.ts'

/** Seconds; a shorter wait is not worth a time of day. */
const minRetryShown = 60

/** Codes whose text differs for uploads. */
const byCode: Readonly<Record<string, TextKey>> = {
  NETWORK_ERROR: 'error.network',
  TIMEOUT: 'error.timeout',
  FILE_UNREADABLE: 'error.unreadable',
  INVALID_TOKEN: 'code.AUTHENTICATION_REQUIRED',
  RATE_LIMITED: 'error.tooManyTries',
}

const byStatus: Readonly<Record<number, TextKey>> = {
  413: 'code.FILE_TOO_LARGE',
  502: 'error.unavailable',
  503: 'error.serviceUnavailable',
  504: 'error.timeout',
  524: 'error.uploadTimeout',
}

/**
 * Text of a failed upload. Chosen by the code of our own server, or by the HTTP status if a proxy answered in its place. A code
 * newer than this page keeps the server's sentence. Details, supported types and the time of the next try follow if the server
 * named them. `now` in ms since 1970.
 */
export function uploadErrorText(error: unknown, now: number): string {
  if (error instanceof PartNotFetched) return t('error.partNotFetched')
  if (!(error instanceof ApiError)) return t('error.uploadFailed')
  const { code, details, supportedTypes, retryAfter } = error
  if (code === 'FILE_UNREADABLE' && details) return t('error.unreadableNamed', { name: details })
  const sentences = [mainSentence(error)]
  if (details) sentences.push(details)
  if (supportedTypes.length > 0) sentences.push(t('error.supported', { types: supportedTypes.join(', ') }))
  if (retryAfter !== undefined && retryAfter >= minRetryShown)
    sentences.push(t('error.retryAt', { time: formatClockRoundedUp(now + retryAfter * 1000) }))
  return sentences.join(' ')
}

function mainSentence({ code, status, message }: ApiError): string {
  const key = byCode[code]
  if (key) return t(key)
  const ours = code !== `HTTP_${status}` && code !== 'UNEXPECTED_REPLY'
  const answer = ours ? answerText({ code, message }) : ''
  if (answer !== '') return answer
  const general = byStatus[status]
  if (general) return t(general)
  return status >= 400 ? t('error.server', { status }) : t('error.uploadFailed')
}
