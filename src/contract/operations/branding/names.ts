import { type Language, languages } from '../../languages.ts'

/** Default name and colour of a service. */
export const defaultName = 'Restante'
export const defaultColour = '#FFD02E'

/** A text in each language; one without its own gets that of the first. */
export type Texts = Readonly<Partial<Record<Language, string>>>

/** The text in a language, or else in the first one; empty without any. */
export function textIn(texts: Texts, language: string): string {
  const byTag: Readonly<Record<string, string | undefined>> = texts
  return byTag[language] || byTag[languages[0]] || ''
}
