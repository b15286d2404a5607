import { useSyncExternalStore } from 'react'
import { type Visit, visitOf } from './visit-store.ts'

/** State of this tab's visit to a file request. */
export function useVisit(id: string): Visit {
  const { subscribe, read } = visitOf(id)
  return useSyncExternalStore(subscribe, read)
}
