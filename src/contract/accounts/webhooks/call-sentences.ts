import { type Language, localeOf } from '../../languages.ts'
import { scaleSize } from '../../transfers/scale-size.ts'
import { de } from './sentences/de.ts'
import { en } from './sentences/en.ts'
import { es } from './sentences/es.ts'
import { fr } from './sentences/fr.ts'
import { it } from './sentences/it.ts'
import { nl } from './sentences/nl.ts'
import { pl } from './sentences/pl.ts'
import { pt } from './sentences/pt.ts'
import type { Sentences } from './sentences/sentence.ts'
import type { WebhookCallType } from './webhook-kinds.ts'
import type { WebhookFacts } from './webhooks.ts'

const languages: Readonly<Record<Language, Sentences>> = { en, de, fr, it, pl, nl, pt, es }

/** A call as a sentence, and the label of its link, in the language of its owner. */
export function tellCall(
  type: WebhookCallType,
  facts: WebhookFacts,
  language: Language,
): { sentence: string; open: string } {
  const { units, files, open, say } = languages[language]
  const locale = localeOf(language)
  const number = new Intl.NumberFormat(locale)
  const fileCount = facts.files ?? 0
  const size = scaleSize(facts.bytes ?? 0)
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: size.digits }).format(size.value)
  const told = {
    name: facts.name === undefined ? undefined : oneLine(facts.name),
    fileCount,
    files: files(number.format(fileCount), new Intl.PluralRules(locale).select(fileCount)),
    size: `${amount}\u00a0${units[size.unit]}`,
    downloads: number.format(facts.downloads ?? 0),
    limit: typeof facts.limit === 'number' ? number.format(facts.limit) : undefined,
    reason: facts.reason,
  }
  return { sentence: say[type](told), open }
}

/** Names of strangers' making, without breaks and signs that turn the direction of text. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
}
