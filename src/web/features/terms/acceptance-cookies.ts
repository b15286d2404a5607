import { termsVersion } from '#contract/accounts/terms.ts'
import { acceptanceCookies } from '#contract/accounts/terms-status.ts'
import { keepCookie } from '../../ui/browser/keep-cookie.ts'

/** Keeps in this browser that the present version was accepted. */
export function keepAcceptance(now: Date): void {
  keepCookie(acceptanceCookies.accepted, 'true')
  keepCookie(acceptanceCookies.version, termsVersion)
  keepCookie(acceptanceCookies.date, now.toISOString())
}
