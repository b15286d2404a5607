import { i18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'

/** The language that is spoken; whoever uses it is drawn again when that changes. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribe, () => i18n.locale)
}

function subscribe(listener: () => void): () => void {
  return i18n.on('change', listener)
}
