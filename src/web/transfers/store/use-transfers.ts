import { useSyncExternalStore } from 'react'
import { type Transfers, transfers } from './store.ts'

/** What is being sent from this tab. */
export function useTransfers(): Transfers {
  return useSyncExternalStore(transfers.subscribe, transfers.read)
}
