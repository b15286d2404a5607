import { readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import * as z from 'zod/mini'
import { type Language, languages, localeOf } from '#contract/languages.ts'
import type en from './texts/en.json'

type MailTextKey = keyof typeof en

/** Texts of mails in one language. */
export type MailTexts = {
  readonly language: Language
  /** For dates and numbers. */
  readonly locale: string
  /** The text of a key. `values` fill its places as they are, whatever was typed; numbers choose between its plurals. */
  readonly text: (key: MailTextKey, values?: Readonly<Record<string, string | number>>) => string
}

const folder = new URL('./texts/', import.meta.url)
const catalog = z.record(z.string(), z.string())

const spoken = new Map<Language, MailTexts>()

/** Texts of mails in a language, English by default. */
export function textsIn(language: Language | null | undefined): MailTexts {
  const wanted = language ?? languages[0]
  const known = spoken.get(wanted)
  if (known) return known
  const texts = compileTexts(wanted)
  spoken.set(wanted, texts)
  return texts
}

/** Every message of mails in a language as it is written, by its key. */
export function readMailTexts(language: Language): Record<string, string> {
  return catalog.parse(JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')))
}

function compileTexts(language: Language): MailTexts {
  const messages = Object.entries(readMailTexts(language)).map(
    ([key, text]) => [key, compileMessageOrThrow(text)] as const,
  )
  const locale = localeOf(language)
  const i18n = setupI18n({ messages: { [language]: Object.fromEntries(messages) } })
  i18n.activate(language, locale)
  return {
    language,
    locale,
    text(key, values = {}) {
      // Lingui decodes escapes, such as \u0041, in the whole text: marks stand for words until it has.
      const marked = Object.entries(values).map(([name, value]) => [name, withMark(name, value)] as const)
      return i18n._(key, Object.fromEntries(marked)).replace(/\0(\w+)\0/g, (_, name) => String(values[name]))
    },
  }
}

function withMark(name: string, value: string | number): string | number {
  return typeof value === 'number' ? value : `\0${name}\0`
}
