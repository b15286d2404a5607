import { i18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { type Language, languages, localeOf } from '#contract/languages.ts'

/** The language of the page. */
export function spokenLanguage(): Language {
  return languages.find((language) => language === i18n.locale) ?? languages[0]
}

/** The locale that numbers and dates are written in. */
export function language(): string {
  return localeOf(spokenLanguage())
}

/** IANA name of the time zone that this browser is set to. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The language of the page; components that use it render again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, spokenLanguage)
}

function subscribe(listener: () => void): () => void {
  return i18n.on('change', listener)
}
