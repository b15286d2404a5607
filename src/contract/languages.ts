/** The languages that Restante speaks, by their BCP 47 tags. Anyone who understands none of them gets the first. */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/** Each language's name for itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
}

/** The cookie that a choice is kept in; by it the server sends the page in that language. */
export const languageCookie = 'language'
