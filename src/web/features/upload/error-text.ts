import { ApiError } from '#client/api-error.ts'
import { type TextKey, t } from '../../i18n/t.ts'

const byStatus: Record<number, TextKey> = {
  0: 'error.network',
  413: 'error.tooLarge',
  502: 'error.unavailable',
  503: 'error.serviceUnavailable',
  504: 'error.timeout',
  524: 'error.uploadTimeout',
}

/**
 * What to tell a sender: our own server's sentence where it sent one of its codes, else a sentence for the status,
 * as when a proxy answered in its place.
 */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.uploadFailed')
  if (error.status > 0 && !error.code.startsWith('HTTP_'))
    return error.details ? `${error.message} (${error.details})` : error.message
  const key = byStatus[error.status]
  return key ? t(key) : t('error.server', { status: error.status })
}
