import type { Database } from '#server/platform/database/database.ts'
import { readNames } from '#server/transfers/sender/visitors/request-fields.ts'
import { phishingWords } from './phishing-words.ts'

const { wholeWords, ...words } = phishingWords

const patterns = [
  ...Object.values(words)
    .flat()
    .map((word) => ({ word, pattern: new RegExp(word.replaceAll(' ', '[\\s-]+'), 'u') })),
  ...wholeWords.map((word) => ({
    word,
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])${word}s?(?![\\p{L}\\p{N}])`, 'u'),
  })),
]

/** The words in texts that phishing uses, each once; none that is a part of another. */
function suspiciousWords(texts: readonly string[]): string[] {
  const text = texts
    .join('\n')
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .replaceAll('\u2019', "'")
    .toLowerCase()
    // No composition of a letter and an accent.
    .replaceAll('ł', 'l')
  const found = patterns.flatMap(({ word, pattern }) => (pattern.test(text) ? [word] : []))
  return found.filter((word) => !found.some((other) => other !== word && other.includes(word)))
}

/** The suspicious words in the texts of a file request; none where the id is not that of a request. */
export async function findAskedWords(database: Database, id: string): Promise<string[]> {
  const request = await database
    .selectFrom('requests')
    .select(['title', 'instructions', 'checklist'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!request) return []
  return suspiciousWords([request.title, request.instructions ?? '', ...readNames(request.checklist)])
}
