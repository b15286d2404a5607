import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type ConsentPurpose, consentPurpose, consentVersions } from '#contract/accounts/consents.ts'
import { type Language, languages } from '#contract/languages.ts'
import { sha256 } from '#crypto/random-id.ts'

/** The words of one purpose in one version and language. Values from the settings stand in braces. */
const consentText = z.object({
  purpose: consentPurpose,
  version: z.string(),
  language: z.enum(languages),
  text: z.string(),
})

/** Every text that anyone may have agreed to; scripts/write-documents.ts adds to them and changes none. */
export const consentTexts = z
  .array(consentText)
  .parse(JSON.parse(readFileSync(new URL('./consent-texts.json', import.meta.url), 'utf8')))

const byHash = new Map(consentTexts.map((one) => [sha256(one.text).toString('hex'), one.text]))

/** A text by its SHA-256 in hexadecimal digits; undefined for one that was never presented. */
export function findConsentText(hash: string): string | undefined {
  return byHash.get(hash)
}

/** The current version of a text in `language`. */
export function presentText(purpose: ConsentPurpose, language: Language): { version: string; hash: Buffer } {
  const version = consentVersions[purpose]
  const found = consentTexts.find(
    (one) => one.purpose === purpose && one.version === version && one.language === language,
  )
  if (!found) throw new Error(`there is no text for ${purpose} ${version} in ${language}`)
  return { version, hash: sha256(found.text) }
}
