import { ApiError } from '#client/api-error.ts'

/** Browsers lend their cryptography to pages that come over TLS, or from the same machine, only. */
export function assertCrypto(): void {
  if ('subtle' in crypto) return
  throw new ApiError({ status: 0, code: 'NO_CRYPTO', message: 'This page did not come over https.' })
}
