import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../accounts/session.ts'

/** Asks again for what failed because a session had ended, as soon as its person has signed in again. */
export function useRefetchWhenBack(queries: QueryClient): void {
  const session = useSession()
  const ended = session.status === 'user' && session.ended === true
  useEffect(() => {
    if (!ended) void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [ended, queries])
}
