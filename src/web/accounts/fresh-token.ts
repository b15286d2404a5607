import { ApiError } from '#client/api-error.ts'
import { renewSession } from './renew-session.ts'
import { readTokens } from './session-tokens.ts'

/** Milliseconds that a token must still be good for. */
const minLife = 60_000

/**
 * A bearer token good for what begins now, for calls that are not worth repeating when it turns out not to be;
 * undefined for a guest.
 * @throws ApiError when it has to be renewed and the server cannot be reached, or AUTHENTICATION_REQUIRED when the
 *   session has ended: what an account began does not continue as a guest
 */
export async function freshToken(): Promise<string | undefined> {
  const tokens = readTokens()
  if (!tokens || tokens.goodUntil - Date.now() > minLife) return tokens?.token
  const token = await renewSession(tokens.token)
  if (token !== undefined) return token
  const message = 'Your session has ended. Please sign in again.'
  throw new ApiError({ status: 401, code: 'AUTHENTICATION_REQUIRED', message })
}

/** To be told when such a call was refused its token: the session is renewed, or it has ended and that is known. */
export async function reportRefusedToken(): Promise<void> {
  const tokens = readTokens()
  if (tokens) await renewSession(tokens.token)
}
