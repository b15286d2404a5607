import { ApiError } from '#client/api-error.ts'

/** Codes of the service that this add-on has sentences for, by the names of these. */
const said: Readonly<Record<string, string>> = {
  INVALID_TOKEN: 'errorKey',
  AUTHENTICATION_REQUIRED: 'errorKey',
  NETWORK_ERROR: 'errorNetwork',
  TIMEOUT: 'errorNetwork',
  FILE_TOO_LARGE: 'errorTooLarge',
  TRANSFER_TOO_LARGE: 'errorTooLarge',
  STORAGE_QUOTA_EXCEEDED: 'errorStorage',
  STORAGE_FULL: 'errorStorage',
  VIRUS_DETECTED: 'errorVirus',
  ACCESS_DENIED: 'errorDenied',
  EXPIRED_TOKEN: 'errorExpiredCode',
  FILE_UNREADABLE: 'errorUnreadable',
}

/** A sentence about a failure, in the language of Thunderbird where it has one. */
export function sayFailure(error: unknown): string {
  const name = error instanceof ApiError ? said[error.code] : undefined
  if (name !== undefined) return browser.i18n.getMessage(name)
  return error instanceof Error ? error.message : String(error)
}
