import { ApiError } from '#client/api-error.ts'
import type { TextKey } from '../../i18n/t.ts'

export type ProblemText = { key: TextKey; values?: Record<string, string | number> }

const byCode: Readonly<Record<string, TextKey>> = {
  NETWORK_ERROR: 'error.network',
  TIMEOUT: 'error.timeout',
  FILE_TOO_LARGE: 'error.tooLarge',
  DANGEROUS_FILE_TYPE: 'error.dangerousType',
  VIRUS_DETECTED: 'error.virus',
  AUTHENTICATION_REQUIRED: 'error.signInRequired',
  PRO_SUBSCRIPTION_REQUIRED: 'error.proRequired',
  UPLOAD_INCOMPLETE: 'error.incomplete',
  STORAGE_FULL: 'error.storageFull',
  RATE_LIMITED: 'error.tooManyTries',
}

const byStatus: Readonly<Record<number, TextKey>> = {
  413: 'error.tooLarge',
  502: 'error.unavailable',
  503: 'error.serviceUnavailable',
  504: 'error.timeout',
  524: 'error.uploadTimeout',
}

/**
 * What to tell a sender. The code of our own server decides; where a proxy answered in its place, or the code is
 * new, the HTTP status does.
 */
export function uploadErrorText(error: unknown): ProblemText {
  if (!(error instanceof ApiError)) return { key: 'error.uploadFailed' }
  const { code, status, details, supportedTypes } = error
  if (code === 'VALIDATION_ERROR')
    return details ? { key: 'error.invalidBecause', values: { details } } : { key: 'error.invalid' }
  if (code === 'UNSUPPORTED_FILE_TYPE')
    return supportedTypes.length > 0
      ? { key: 'error.typeSupported', values: { types: supportedTypes.join(', ') } }
      : { key: 'error.type' }
  const key = byCode[code] ?? byStatus[status]
  if (key) return { key }
  return status >= 500 ? { key: 'error.server', values: { status } } : { key: 'error.uploadFailed' }
}
