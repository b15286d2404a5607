import { client } from './client.ts'
import { dropSeed } from './held-seed.ts'
import { setSession } from './session.ts'
import { clearTokens, readTokens } from './session-tokens.ts'

/** Signs out in this browser at once, and on the server without waiting for it. */
export function signOut(): void {
  const tokens = readTokens()
  // The session is gone here, whatever becomes of the call; without it the server's half runs out by itself.
  if (tokens)
    client.call('logout', { body: { refreshToken: tokens.refreshToken }, keepalive: true }).catch(() => {})
  clearTokens()
  dropSeed()
  setSession({ status: 'guest', ended: false })
}
