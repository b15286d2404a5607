import { currentSession, noteEnd, setSession } from './session.ts'
import { haveEnded, readTokens, tokenName } from './session-tokens.ts'

/** Milliseconds that the first picture waits for the name of whoever is signed in, so that it need not move. */
const patience = 1000

/**
 * Goes on with the session that this browser has, and keeps in step with what other tabs do to it. Resolves when it is
 * known who is there, or is taking long to find out.
 */
export async function startSession(): Promise<void> {
  addEventListener('storage', ({ key }) => {
    if (key === tokenName || key === null) void followOtherTab()
  })
  if (readTokens()) await Promise.race([load(), new Promise((resolve) => setTimeout(resolve, patience))])
}

async function load(): Promise<void> {
  await (await import('./load-user.ts')).loadUser()
}

async function followOtherTab(): Promise<void> {
  if (!readTokens()) return haveEnded() ? noteEnd() : setSession({ status: 'guest', ended: false })
  const session = currentSession()
  if (session.status === 'user' && !session.ended) (await import('./renew-session.ts')).planRenewal()
  else await load()
}
