import { existsSync, readFileSync } from 'node:fs'
import { type ConsentPurpose, consentVersions } from '../src/contract/accounts/consents.ts'
import { type Language, languages } from '../src/contract/languages.ts'
import { textsIn } from '../src/server/messaging/mail/mail-texts.ts'
import { versions } from '../src/web/features/terms/versions.ts'
import type { TextKey } from '../src/web/i18n/t.ts'

type ConsentText = { purpose: ConsentPurpose; version: string; language: Language; text: string }

const file = new URL('../src/server/identity/consents/consent-texts.json', import.meta.url)

/**
 * The texts that people may have agreed to, and those that they agree to now.
 * @throws Error when the words of a version were changed: they need another version in contract/accounts/consents.ts
 */
export function withPresentTexts(): ConsentText[] {
  const known: ConsentText[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const added = languages.flatMap(presentTexts).filter((text) => {
    const same = known.find(
      ({ purpose, version, language }) =>
        purpose === text.purpose && version === text.version && language === text.language,
    )
    if (same && same.text !== text.text)
      throw new Error(`the words of ${text.purpose} ${text.version} in ${text.language} were changed`)
    return !same
  })
  return [...known, ...added]
}

function presentTexts(language: Language): ConsentText[] {
  const catalog: Record<TextKey, string> = JSON.parse(
    readFileSync(new URL(`../src/web/i18n/${language}.json`, import.meta.url), 'utf8'),
  )
  const one = (purpose: Exclude<ConsentPurpose, 'terms'>, text: string): ConsentText => ({
    purpose,
    version: consentVersions[purpose],
    language,
    text,
  })
  return [
    ...versions.map(({ version, sections }) => ({
      purpose: 'terms' as const,
      version,
      language,
      text: sections
        .map(({ title, content }, index) => `${index + 1}. ${catalog[title]}\n\n${catalog[content]}\n`)
        .join('\n'),
    })),
    one('marketing', `${catalog['profile.marketing']}\n\n${catalog['profile.marketingText']}\n`),
    one('manage-mail', `${textsIn(language).text('code.reasons.manage', { site: '{site}' })}\n`),
    one('stop-list', `${catalog['stopMails.title']}\n\n${catalog['stopMails.text']}\n`),
  ]
}
