import type { Language } from './languages.ts'

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
}

/** The cookie that a choice is kept in; by it the server sends the page in that language. */
export const languageCookie = 'language'
