import { ApiError } from '#client/api-error.ts'
import { formatClockRoundedUp } from '../../i18n/format/format.ts'
import { answerText, type TextKey, t } from '../../i18n/t.ts'

/** Reasons when a proxy answered instead of the server, or nothing did; shown below the action that failed. */
const byWay: Readonly<Record<string, TextKey>> = {
  NETWORK_ERROR: 'error.network',
  HTTP_502: 'error.unavailable',
  HTTP_503: 'error.serviceUnavailable',
  HTTP_504: 'error.timeout',
  TIMEOUT: 'error.timeout',
}

/**
 * A failed call in words. The code decides; one that is newer than this page keeps the server's own words.
 * @param otherwise the action that failed, for failures that the server has not explained
 */
export function failureText(error: unknown, otherwise: TextKey, now = Date.now()): string {
  return explained(error, now) ?? failureWithReason(error, otherwise, now)
}

/** The action that failed, and below it the reason, if known. */
export function failureWithReason(error: unknown, title: TextKey, now = Date.now()): string {
  const reason = explained(error, now) ?? wayText(error)
  return reason === undefined ? t(title) : `${t(title)}\n${reason}`
}

/** The server's explanation. */
function explained(error: unknown, now: number): string | undefined {
  if (!(error instanceof ApiError) || error.status === 0 || error.code.startsWith('HTTP_')) return undefined
  const sentence = answerText(error)
  if (error.retryAfter === undefined) return sentence
  const time = formatClockRoundedUp(now + error.retryAfter * 1000)
  return `${sentence}\n${t('failure.retryAt', { time })}`
}

/** The reason of a failure between browser and server. */
function wayText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const known = byWay[error.code]
  if (known) return t(known)
  return error.status === 0 ? undefined : t('error.server', { status: error.status })
}

/** Whether a retry may succeed: there was no answer, or the server was overloaded or failed. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 429
}

/**
 * The field of a form that a refusal is about; undefined for one that is about none.
 * @param fieldOf the fields, by the codes that are about them
 */
export function refusedField<Field extends string>(
  error: unknown,
  fieldOf: Readonly<Record<string, Field>>,
): Field | undefined {
  return error instanceof ApiError ? fieldOf[error.code] : undefined
}

/** Which field of an account each refusal of its name or address is about. */
export const accountRefusals = {
  INVALID_USERNAME: 'username',
  USERNAME_TAKEN: 'username',
  INVALID_EMAIL: 'email',
  EMAIL_TAKEN: 'email',
} as const

/** The same for an account that is made, with its password. */
export const newAccountRefusals = {
  ...accountRefusals,
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_COMMON: 'password',
} as const
