import { useSyncExternalStore } from 'react'
import { type Transfers, transfers } from './store.ts'

/** State of the upload of this tab. */
export function useTransfers(): Transfers {
  return useSyncExternalStore(transfers.subscribe, transfers.read)
}
