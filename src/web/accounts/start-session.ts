import { loadUser } from './load-user.ts'
import { planRenewal } from './renew-session.ts'
import { currentSession, noteEnd, setSession } from './session.ts'
import { haveEnded, readTokens, tokenName } from './session-tokens.ts'

/** Milliseconds that the first picture waits for the name of the user; avoids layout shift. */
const maxWaitMs = 1000

/**
 * Continues the session of this browser, and follows what other tabs and pages do to it. Resolves when the user is known, or
 * finding out takes long. All its code comes with the app itself, so that no part that fails to load can stop it.
 */
export async function startSession(): Promise<void> {
  addEventListener('storage', ({ key }) => {
    if (key === tokenName || key === null) void followOtherTab()
  })
  // A page that Back brings as it was left has heard of nothing.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void followOtherTab()
  })
  if (readTokens()) await Promise.race([loadUser(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
}

async function followOtherTab(): Promise<void> {
  if (!readTokens()) return haveEnded() ? noteEnd() : setSession({ status: 'guest', ended: false })
  const session = currentSession()
  if (session.status === 'user' && !session.ended) planRenewal()
  // The session was renewed, or it is someone else's: a tab that slept notices their signing out and in as one.
  await loadUser()
}
