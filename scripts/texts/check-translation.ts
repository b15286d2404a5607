import { localeOf } from '../../src/contract/languages.ts'
import { source } from './catalogs.ts'
import { pluralsIn, valuesIn } from './message-shape.ts'

/** @throws Error for what is no language, and for the one that texts are translated from */
export function checkLanguage(language: string): void {
  const isKnown = /^[a-z]{2,3}$/.test(language) && Intl.PluralRules.supportedLocalesOf(language).length > 0
  if (!isKnown) throw new Error(`${language} is no language that Node knows`)
  if (language === source) throw new Error(`${source} is translated from, not into`)
}

/** Plural categories that a message needs in a language, from the smallest to `other`. */
export function categoriesOf(language: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(localeOf(language)).resolvedOptions()
  return ['zero', 'one', 'two', 'few', 'many', 'other'].filter((name) =>
    pluralCategories.some((one) => one === name),
  )
}

/** @returns a sentence about what makes a translation unusable; undefined for one that can be used */
export function problemOf(english: string, translation: string, language: string): string | undefined {
  let values: string[]
  try {
    values = valuesIn(translation)
  } catch (error) {
    return `is no message: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
  const wanted = valuesIn(english)
  if (String(values) !== String(wanted))
    return `takes ${listOf(values)}, and the English takes ${listOf(wanted)}`
  const categories = categoriesOf(language)
  const wrong = pluralsIn(translation).find(
    (found) => String(found.toSorted()) !== String(categories.toSorted()),
  )
  if (wrong) return `has the plurals ${wrong.join(', ')}, and ${language} needs ${categories.join(', ')}`
  const tags = tagsIn(translation)
  if (String(tags) !== String(tagsIn(english))) return `has the tags ${listOf(tags)}, unlike the English`
  return undefined
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.map((name) => `{${name}}`).join(' ')
}

function tagsIn(text: string): string[] {
  return (text.match(/<\/?[a-z]\w*\/?>/g) ?? []).sort()
}
