import { type Language, languageCookie, languageIn, languageOf, languages } from '#contract/languages.ts'

/** Seconds for which the choice is remembered: 365 days. */
const remembered = 365 * 24 * 60 * 60

/** The language that was chosen in this browser, or else the first of those it prefers that is one of ours. */
export function chosenLanguage(): Language {
  const preferred = navigator.languages.map(languageOf).find((language) => language !== undefined)
  return languageIn(document.cookie) ?? preferred ?? languages[0]
}

/** Remembers a choice in this browser. */
export function keepLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
  document.cookie = `${languageCookie}=${language}; Max-Age=${remembered}; Path=/; SameSite=Lax`
}
