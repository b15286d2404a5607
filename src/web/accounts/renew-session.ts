import { ApiError } from '#client/api-error.ts'
import { createClient } from '#client/create-client.ts'
import type { AuthReply } from '#contract/accounts/accounts.ts'
import { markEnded, setSession } from './session.ts'
import { clearTokens, readTokens, type SessionTokens, writeTokens } from './session-tokens.ts'

const MINUTE = 60_000
/** Milliseconds before the end of an access token at which the next one is asked for, but not at once. */
const renewalLead = 5 * MINUTE
const minDelay = MINUTE

/** Needs no bearer: the refresh token in the body says whose session it is. */
const caller = createClient({ baseUrl: '' })
let timer: number | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Asks for an access token in place of one that has ended. Calls and tabs may ask at the same time: one of them is
 * answered by the server and the others take what it got. Undefined when the session has ended.
 * @throws ApiError when the server could not be asked; the session is as it was
 */
export function renewSession(refused: string): Promise<string | undefined> {
  return oneAtATime(async () => {
    const tokens = readTokens()
    if (!tokens || tokens.token !== refused) return tokens?.token
    try {
      const reply = await caller.call('refresh', { body: { refreshToken: tokens.refreshToken } })
      if (!areCurrent(tokens)) {
        // The user signed out meanwhile, and the server has to end what it has just renewed.
        caller.call('logout', { body: { refreshToken: reply.refreshToken }, keepalive: true }).catch(() => {})
        return undefined
      }
      adoptSession(reply)
      return reply.token
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'INVALID_TOKEN') throw error
      if (!areCurrent(tokens)) return undefined
      clearTokens(true)
      markEnded()
      return undefined
    }
  })
}

/** Whether the session that was sent is still the one of this browser: people sign out, and in as someone else. */
function areCurrent({ refreshToken }: SessionTokens): boolean {
  return readTokens()?.refreshToken === refreshToken
}

/** Stores a session that was opened or renewed, and renews it in time from now on. */
export function adoptSession(reply: AuthReply): void {
  writeTokens(reply)
  setSession({ status: 'user', user: reply.user })
  planRenewal()
}

/** Renews the session in time. To be called in every tab whenever the tokens are new: one of them will be first. */
export function planRenewal(): void {
  clearTimeout(timer)
  const tokens = readTokens()
  if (!tokens) return
  const delay = Math.max(minDelay, tokens.goodUntil - Date.now() - renewalLead)
  timer = window.setTimeout(() => void renewSession(tokens.token).catch(planRenewal), delay)
}

/** Web Locks reach all tabs. Pages without TLS have none: there the server's grace for a used token has to do. */
function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request('restante.session', work)
  const mine = last.then(work)
  last = mine.catch(() => {})
  return mine
}
