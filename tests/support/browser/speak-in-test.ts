import { readFileSync } from 'node:fs'
import { i18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import * as z from 'zod/mini'
import { type Language, localeOf } from '#contract/languages.ts'
import { keptTogether } from '../../../scripts/texts/kept-together.ts'

const catalog = z.record(z.string(), z.string())

/** The texts of the web app in a language, by their keys. */
export function readTexts(language: Language): Record<string, string> {
  const file = new URL(`../../../src/web/i18n/${language}.json`, import.meta.url)
  return catalog.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Has the web app's code speak a language outside a browser. */
export function speakInTest(language: Language): void {
  const texts = Object.entries(readTexts(language)).map(
    ([key, text]) => [key, compileMessageOrThrow(keptTogether(text))] as const,
  )
  i18n.load(language, Object.fromEntries(texts))
  i18n.activate(language, localeOf(language))
}
