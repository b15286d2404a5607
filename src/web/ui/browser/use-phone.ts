import { useSyncExternalStore } from 'react'

/** Whether the window is as narrow as a phone, where options stand in a sheet and long lists fold. */
export const usePhone = watchMedia('(max-width: 720px)')

/** Whether the window is so narrow that the page of a file folds what is not needed at once. */
export const useNarrow = watchMedia('(max-width: 639.98px)')

function watchMedia(condition: string): () => boolean {
  const query = matchMedia(condition)
  function subscribe(listener: () => void): () => void {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}
