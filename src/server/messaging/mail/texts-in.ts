import type { Language } from '#contract/languages.ts'
import { de } from './texts.de.ts'
import { en, type MailTexts } from './texts.en.ts'
import { fr } from './texts.fr.ts'

const texts: Readonly<Record<Language, MailTexts>> = { en, de, fr }

/** What mails say in a language; in English to whoever has not said what they speak. */
export function textsIn(language: Language | null | undefined): MailTexts {
  return texts[language ?? 'en']
}
