import { termsVersion } from '#contract/accounts/terms.ts'
import type { Language } from '#contract/languages.ts'
import { languageIn } from '#contract/operations/branding/own-text-limits.ts'
import type { OwnSection, OwnText } from '#contract/operations/branding/own-texts.ts'
import { sha256 } from '#crypto/random-id.ts'
import { findPublished, hasText, readOwnText } from '#server/platform/background/live-texts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { presentText } from './consent-texts.ts'

/** The version of the terms that people are asked to accept now. */
export function termsInForce({ ownTexts }: Pick<Services['config'], 'ownTexts'>): string {
  return ownTexts.terms[0]?.version ?? termsVersion
}

/** Version and SHA-256 of the terms that hold now, as someone reads them in `language`. */
export async function presentTerms(
  transaction: Database,
  language: Language,
): Promise<{ version: string; hash: Buffer }> {
  const [last] = await findPublished(transaction, 'terms')
  if (!last || !hasText(last)) return presentText('terms', language)
  const read = languageIn(last.sections, language) ?? language
  return { version: last.version, hash: sha256(wholeText(last.sections[read] ?? [])) }
}

/** Hashes of a text in each of its languages, as the ledger has them. */
export function hashesOf({ sections }: OwnText): string {
  return Object.values(sections)
    .map((one) => sha256(wholeText(one)).toString('hex'))
    .join(' ')
}

/** A published text by its SHA-256 in hexadecimal digits; undefined for one that was never published. */
export async function findOwnConsentText(database: Database, hash: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('own_texts')
    .select('value')
    .where('hashes', 'like', `%${hash}%`)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  const texts = row ? Object.values(readOwnText(row.value).sections).map(wholeText) : []
  return texts.find((text) => sha256(text).toString('hex') === hash)
}

/** The form of the built-in texts, too. */
function wholeText(sections: readonly OwnSection[]): string {
  return sections.map(({ title, text }, index) => `${index + 1}. ${title}\n\n${text}\n`).join('\n')
}
