import { type FetchQueryOptions, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#client/api-error.ts'
import { currentSession, subscribeToSession } from '../accounts/session.ts'
import { FreshQueries } from './fresh-queries.ts'

/**
 * What the server has answered to the person who is signed in, for all pages; empty again when they sign out or another
 * one comes. What is shown again is asked for again. A failure that the next try may not meet is tried once more.
 */
const queries = new FreshQueries({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures === 0 && mayPass(error),
      refetchOnWindowFocus: false,
      // The browser does not always know whether it is online; the call finds out.
      networkMode: 'always',
    },
  },
})

/** Lets the pages and parts within ask in the name of the person who is signed in. */
export function SignedInQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

/**
 * Asks for what a page of administrators will show before it is drawn, while its texts are still on their way; for nobody
 * else. To be given a query that need not be asked again at once.
 */
export function askEarly<Data, Key extends readonly unknown[]>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  const session = currentSession()
  if (session.status === 'user' && session.user.isAdmin) void queries.prefetchQuery(query)
}

let before = personNow()
subscribeToSession(() => {
  const now = personNow()
  if (now.id !== before.id) queries.clear()
  // What failed because their session had ended.
  else if (before.ended && !now.ended)
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  before = now
})

function personNow(): { id: string | undefined; ended: boolean } {
  const session = currentSession()
  return session.status === 'user'
    ? { id: session.user.id, ended: session.ended === true }
    : { id: undefined, ended: false }
}

/** Whether nobody answered, or a server in trouble did. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
