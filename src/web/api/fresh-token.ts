import { readTokens } from './session-tokens.ts'

/** Milliseconds that a token must still be good for. */
const leastLife = 60_000

/**
 * A bearer token good for what begins now, for calls that are not worth repeating when it turns out not to be;
 * undefined for a guest.
 * @throws ApiError when it has to be renewed and the server cannot be reached
 */
export async function freshToken(): Promise<string | undefined> {
  const tokens = readTokens()
  if (!tokens || tokens.goodUntil - Date.now() > leastLife) return tokens?.token
  return (await import('./renew-session.ts')).renewSession(tokens.token)
}
