import { i18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/languages.ts'
import { spokenLanguage } from './language.ts'

/** The language of the page; components that use it render again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, spokenLanguage)
}

function subscribe(listener: () => void): () => void {
  return i18n.on('change', listener)
}
