import { useSyncExternalStore } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { readTokens } from './session-tokens.ts'

/**
 * The person at this browser. `ended`: an account was, until the server no longer took their session; a page on which they were
 * working stays theirs until they have signed in again or left it. `erased`: they have just erased their account.
 */
export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'guest'; readonly ended: boolean; readonly erased?: true }
  | { readonly status: 'user'; readonly user: User; readonly ended?: true }

let session: Session = readTokens() ? { status: 'loading' } : { status: 'guest', ended: false }
const listeners = new Set<() => void>()

export function currentSession(): Session {
  return session
}

export function setSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

/**
 * Updates the user from an answer, and returns whether it did: before it arrives, they may have signed out, or in as another
 * person.
 */
export function updateUser(changes: Partial<User> & Pick<User, 'id'>): boolean {
  if (session.status !== 'user' || session.user.id !== changes.id) return false
  setSession({ ...session, user: { ...session.user, ...changes } })
  return true
}

/** Marks the session as one that the server no longer accepts. */
export function markEnded(): void {
  setSession(session.status === 'user' ? { ...session, ended: true } : { status: 'guest', ended: true })
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession)
}

/** Calls `listener` whenever it is another session, until the returned function is called. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Facts about the sender that decide which options are offered. */
export type Sender = { readonly signedIn: boolean; readonly isPro: boolean }

const guest: Sender = { signedIn: false, isPro: false }
const freeUser: Sender = { signedIn: true, isPro: false }
const proUser: Sender = { signedIn: true, isPro: true }

/** The person at this browser; a guest until it is known who is there. */
export function useSender(): Sender {
  const session = useSession()
  if (session.status !== 'user') return guest
  return session.user.isPro ? proUser : freeUser
}
