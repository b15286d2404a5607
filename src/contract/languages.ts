/** The languages that Restante speaks, by their BCP 47 tags. Whoever understands none of them gets the first. */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/** What each calls itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
}

/** The cookie that a choice is kept in; the server reads it to send the page in that language. */
export const languageCookie = 'language'

/** The language that somebody asks for with a tag such as de-AT, where it is one of ours. */
export function languageOf(tag: string): Language | undefined {
  const [primary = ''] = tag.trim().toLowerCase().split('-')
  return languages.find((language) => language === primary)
}

/** The language of a choice, as a `Cookie` header or `document.cookie` has it. */
export function languageIn(cookies: string): Language | undefined {
  const [, tag = ''] = new RegExp(`(?:^|; )${languageCookie}=([^;]*)`).exec(cookies) ?? []
  return languageOf(tag)
}
