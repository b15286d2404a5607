import type { routes } from '#contract/routes.ts'
import { readTokens } from './session-tokens.ts'

// A file of its own that stands before the app in the page: the questions are on their way while the app is still fetched,
// read and run, which takes a phone longer than the server takes to answer. A preload in the page could not ask in the name
// of an account, and browsers would give its answer to the app all the same.
const addressOfUser: `/api${typeof routes.currentUser.path}` = '/api/auth/me'
const addressOfConfig: `/api${typeof routes.config.path}` = '/api/config'
/** Milliseconds without an answer; the app itself waits longer when it asks. */
const timeout = 60_000

const token = readTokens()?.token
const authorization = token === undefined ? null : `Bearer ${token}`
const answers = new Map<RequestInfo | URL, Promise<Response>>()
ask(addressOfConfig)
if (authorization) ask(addressOfUser)

function ask(url: string): void {
  const headers = authorization ? { authorization } : {}
  const answer = fetch(url, { headers, signal: AbortSignal.timeout(timeout) })
  // Prevents an unhandled rejection if the app never asks for it.
  answer.catch(() => {})
  answers.set(url, answer)
}

/**
 * The answer to one of the first questions of a page, whose session this is and what the service offers them, if it was
 * asked in the name of the same session; undefined for every other call.
 */
export function consumeEarlyAnswer(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> | undefined {
  const answer = answers.get(input)
  answers.delete(input)
  return new Headers(init?.headers).get('authorization') === authorization ? answer : undefined
}
