/** The languages that Restante speaks, by their BCP 47 tags. Anyone who understands none of them gets the first. */
export const languages = ['en', 'de', 'fr', 'it', 'pl', 'nl', 'pt', 'es'] as const
export type Language = (typeof languages)[number]

/** Each language's name for itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
  es: 'Español',
  pt: 'Português',
  nl: 'Nederlands',
}

/** Locales of languages whose tag alone means one overseas: dates are European, day first. */
const locales: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-PT' }

/** The locale that dates, numbers and plurals of a language are written in. */
export function localeOf(language: string): string {
  return locales[language] ?? language
}

/** A date (ms since 1970) as its language writes it: French has "1er décembre", where Intl has "1 décembre". */
export function dateIn(format: Intl.DateTimeFormat, time: number): string {
  const date = format.format(time)
  return format.resolvedOptions().locale.startsWith('fr') ? date.replace(/^1 /, '1er ') : date
}

/** The cookie that a choice is kept in; by it the server sends the page in that language. */
export const languageCookie = 'language'
