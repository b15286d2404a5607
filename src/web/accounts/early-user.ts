import type { routes } from '#contract/routes.ts'
import { readTokens } from './session-tokens.ts'

// A file of its own that stands before the app in the page: the question is on its way while the app is still fetched, read
// and run, which takes a phone longer than the server takes to answer.
const url: `/api${typeof routes.currentUser.path}` = '/api/auth/me'
/** Milliseconds without an answer; the app itself waits longer when it asks. */
const timeout = 60_000

let asked = ask()

function ask(): { readonly token: string; readonly answer: Promise<Response> } | undefined {
  const token = readTokens()?.token
  if (token === undefined) return undefined
  const headers = { authorization: `Bearer ${token}` }
  const answer = fetch(url, { headers, signal: AbortSignal.timeout(timeout) })
  // Prevents an unhandled rejection if the app never asks for it.
  answer.catch(() => {})
  return { token, answer }
}

/**
 * The answer to the first question of a page, whose session this is, if it was asked in the name of the same session;
 * undefined for every other call.
 */
export function consumeEarlyAnswer(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> | undefined {
  if (input !== url || !asked) return undefined
  const { token, answer } = asked
  asked = undefined
  return new Headers(init?.headers).get('authorization') === `Bearer ${token}` ? answer : undefined
}
