import { ApiError } from '#client/api-error.ts'
import { client } from './client.ts'
import { planRenewal } from './renew-session.ts'
import { currentSession, markEnded, setSession, updateUser } from './session.ts'
import { clearTokens, haveEnded, readTokens, tokenName } from './session-tokens.ts'

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
  if (!readTokens()) return haveEnded() ? markEnded() : setSession({ status: 'guest', ended: false })
  const session = currentSession()
  if (session.status === 'user' && !session.ended) planRenewal()
  // The session was renewed, or it is someone else's: a tab that slept notices their signing out and in as one.
  await loadUser()
}

/** Milliseconds until the server is asked again, when it could not be. */
const pause = 3000

/**
 * Finds out whose tokens these are, with a renewal where the access token has ended; tokens that are good for nothing
 * are cleared away. Resolves when that is known, however long the server cannot be reached.
 */
export async function loadUser(): Promise<void> {
  for (;;) {
    const asked = readTokens()
    try {
      const { user } = await client.call('currentUser')
      const tokens = readTokens()
      if (!tokens) return endWaiting()
      if (tokens.refreshToken !== asked?.refreshToken) {
        // The tokens were renewed, or another person has signed in meanwhile.
        if (updateUser(user)) return planRenewal()
        continue
      }
      setSession({ status: 'user', user })
      return planRenewal()
    } catch (error) {
      if (!readTokens()) return endWaiting()
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
        clearTokens(true)
        return markEnded()
      }
      if (currentSession().status !== 'loading') return
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Makes the person a guest once the tokens are gone, whether or not the browser has reported that. */
function endWaiting(): void {
  if (currentSession().status === 'loading') setSession({ status: 'guest', ended: false })
}
