import { i18n } from '@lingui/core'
import { type Language, languages } from '#contract/languages.ts'

/** The language that the page speaks. */
export function spokenLanguage(): Language {
  return languages.find((language) => language === i18n.locale) ?? languages[0]
}
