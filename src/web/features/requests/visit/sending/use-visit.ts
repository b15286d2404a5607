import { useSyncExternalStore } from 'react'
import { type Visit, visitOf } from './visit-store.ts'

/** What is being sent to a file request from this tab. */
export function useVisit(id: string): Visit {
  const { subscribe, read } = visitOf(id)
  return useSyncExternalStore(subscribe, read)
}
