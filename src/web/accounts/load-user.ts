import { ApiError } from '#client/api-error.ts'
import { client } from './client.ts'
import { planRenewal } from './renew-session.ts'
import { currentSession, noteEnd, setSession, updateUser } from './session.ts'
import { clearTokens, readTokens } from './session-tokens.ts'

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
        return noteEnd()
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
