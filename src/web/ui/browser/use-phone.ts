import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 720px)')

/** Whether the window is as narrow as a phone, where options stand in a sheet and long lists fold. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
