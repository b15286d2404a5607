import {
  type FetchQueryOptions,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#client/api-error.ts'
import { currentSession, subscribeToSession } from '../accounts/session.ts'

/**
 * After a change nothing from before it is shown: a first request that is still under way is given up, where TanStack's own
 * client would take its answer for the one that it was told to fetch anew.
 */
class FreshQueries extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    void this.cancelQueries(filters)
    return super.invalidateQueries(filters, options)
  }
}

/**
 * Cache of the server's answers to the signed-in person, for all pages; cleared when they sign out or another person signs in.
 * Data that is shown again is fetched again. Temporary failures are retried once.
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
 * Prefetches data of an administrator's page while its texts are still loading; does nothing for other people. The query must
 * have a `staleTime`, so that the page does not fetch it again at once.
 */
export function prefetchForAdmin<Data, Key extends readonly unknown[]>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  const session = currentSession()
  if (session.status === 'user' && session.user.isAdmin) void queries.prefetchQuery(query)
}

let before = personNow()
subscribeToSession(() => {
  const now = personNow()
  if (now.id !== before.id) queries.clear()
  else if (before.ended && !now.ended) void repeatFailed()
  before = now
})

/** Repeats the queries that failed because the session had ended, or are still about to. */
async function repeatFailed(): Promise<void> {
  // A refetch alone would wait for one under way that has no data yet.
  await queries.cancelQueries({ type: 'active', fetchStatus: 'fetching' })
  await queries.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' || state.data === undefined,
  })
}

function personNow(): { id: string | undefined; ended: boolean } {
  const session = currentSession()
  return session.status === 'user'
    ? { id: session.user.id, ended: session.ended === true }
    : { id: undefined, ended: false }
}

/** Whether the failure may be temporary: no answer, or a server error. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
