import { createClient } from '#client/create-client.ts'
import { readTokens } from './session-tokens.ts'

/** The one caller of the app: same origin, as whoever is signed in. */
export const client = createClient({
  baseUrl: '',
  getToken: () => readTokens()?.token,
  // A guest has nothing to renew and never loads it.
  renewToken: async (refused) => (await import('./renew-session.ts')).renewSession(refused),
})
