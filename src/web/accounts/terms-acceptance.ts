import { acceptanceCookies, termsStatus } from '#contract/accounts/terms-status.ts'
import { termsInForce } from '../ui/browser/brand.ts'
import { browserStore, keepCookie } from '../ui/browser/browser-store.ts'
import { client } from './client.ts'
import { currentSession } from './session.ts'

/** Key in local storage of the person and version whose acceptance the server has. */
const recorded = 'restante.terms-recorded'

/** Keeps in this browser that the present version was accepted. */
export function keepAcceptance(now: Date): void {
  keepCookie(acceptanceCookies.accepted, 'true')
  keepCookie(acceptanceCookies.version, termsInForce)
  keepCookie(acceptanceCookies.date, now.toISOString())
}

/**
 * Reports to the server, once in this browser, that a person who is signed in has accepted the present terms. After a failure,
 * or an abort by `signal` because they have signed out, the next start tries again.
 */
export async function recordAcceptance(userId: string, signal?: AbortSignal): Promise<void> {
  const acceptance = `${userId} ${termsInForce}`
  const store = browserStore('localStorage')
  if (store?.getItem(recorded) === acceptance) return
  await client.call('acceptTerms', { body: { version: termsInForce }, ...(signal && { signal }) })
  store?.setItem(recorded, acceptance)
}

/** Accepts the present terms by sending, where the line at the button says so. */
export function acceptBySending(): void {
  if (termsStatus(document.cookie, termsInForce).needsUpdate) keepAcceptance(new Date())
  const session = currentSession()
  if (session.status === 'user') recordAcceptance(session.user.id).catch(() => {})
}
