import { readStates, readTexts, type State, source, writeLanguage } from './catalogs.ts'
import { checkLanguage, problemOf } from './check-translation.ts'
import { readXliff } from './xliff/read-xliff.ts'

/** Problems with what came back, a line for each text. */
class UnusableTexts extends Error {}

/**
 * Takes the translations of a file, all or none. One of an English text that has changed since becomes a draft.
 * @returns a sentence about what came of it
 * @throws UnusableTexts where a text cannot be used, Error for a file that cannot be read
 */
export function importTexts(document: string): string {
  const { language, texts: translated } = readXliff(document)
  checkLanguage(language)
  const english = readTexts(source)
  const texts = new Map(readTexts(language))
  const states = readStates(language, texts)
  const problems: string[] = []
  const counts = { changed: 0, restated: 0, outdated: 0 }
  for (const { id, english: known, text, state } of translated) {
    const present = english.get(id)
    const problem = present === undefined ? 'is no text any more' : problemOf(present, text, language)
    if (problem) problems.push(`${id} ${problem}`)
    const next: State = known === present ? state : 'draft'
    if (known !== present) counts.outdated++
    if (texts.get(id) !== text) counts.changed++
    else if (states.get(id) !== next) counts.restated++
    texts.set(id, text)
    states.set(id, next)
  }
  if (problems.length > 0) throw new UnusableTexts(problems.join('\n'))
  writeLanguage(language, texts, states)
  const outdated = counts.outdated > 0 ? `, ${counts.outdated} of older English are drafts` : ''
  return `${language}: ${translated.length} texts, ${counts.changed} changed, ${counts.restated} more with another state${outdated}`
}
