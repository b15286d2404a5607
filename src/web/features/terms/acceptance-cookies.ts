import { termsVersion } from '#contract/accounts/terms.ts'
import { keepCookie } from '../../ui/browser/keep-cookie.ts'
/** The cookies that an acceptance of the terms is kept in. */
export const acceptanceCookies = {
  accepted: 'terms_accepted',
  version: 'terms_version',
  date: 'terms_accepted_date',
} as const

/** Keeps in this browser that the present version was accepted. */
export function keepAcceptance(now: Date): void {
  keepCookie(acceptanceCookies.accepted, 'true')
  keepCookie(acceptanceCookies.version, termsVersion)
  keepCookie(acceptanceCookies.date, now.toISOString())
}
