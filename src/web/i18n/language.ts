import { i18n } from '@lingui/core'
import { type Language, languages } from '#contract/languages.ts'

/** The language of the page. */
export function spokenLanguage(): Language {
  return languages.find((language) => language === i18n.locale) ?? languages[0]
}

/** The language that numbers and dates are written in. English dates are European: day first. */
export function language(): string {
  const spoken = spokenLanguage()
  return spoken === 'en' ? 'en-GB' : spoken
}

/** IANA name of the time zone that this browser is set to. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
