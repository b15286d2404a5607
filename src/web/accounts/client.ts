import { createClient } from '#client/create-client.ts'
import { setClock } from '../ui/time/clock.ts'
import { consumeEarlyAnswer } from './early-answers.ts'
import { renewSession } from './renew-session.ts'
import { currentSession, markEnded } from './session.ts'
import { readTokens } from './session-tokens.ts'

/** The one caller of the app: same origin, in the name of the account. */
export const client = createClient({
  baseUrl: '',
  fetch: watchfulFetch,
  getToken: () => readTokens()?.token,
  renewToken: renewSession,
})

let unavailable = () => {}

/** Calls `listener` after each answer that the service is not available, in place of an earlier listener. */
export function onUnavailable(listener: () => void): void {
  unavailable = listener
}

async function watchfulFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await (consumeEarlyAnswer(input, init) ?? fetch(input, init))
  setClock(response.headers.get('date'))
  if (response.status === 503) unavailable()
  // Browsers report tokens that another tab removed, but not those they removed themselves.
  if (response.status === 401 && !readTokens() && currentSession().status === 'user') markEnded()
  return response
}
