import { termsVersion } from '#contract/accounts/terms.ts'
import { client } from '../../accounts/client.ts'
import { browserStore } from '../../ui/browser/browser-store.ts'

/** Key in local storage of the person and version whose acceptance the server has. */
const recorded = 'restante.terms-recorded'

/**
 * Reports to the server, once in this browser, that a person who is signed in has accepted the present terms. After a failure,
 * or an abort by `signal` because they have signed out, the next start tries again.
 */
export async function recordAcceptance(userId: string, signal: AbortSignal): Promise<void> {
  const acceptance = `${userId} ${termsVersion}`
  const store = browserStore('localStorage')
  if (store?.getItem(recorded) === acceptance) return
  await client.call('acceptTerms', { body: { version: termsVersion }, signal })
  store?.setItem(recorded, acceptance)
}
