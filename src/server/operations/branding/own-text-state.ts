import { termsVersion } from '#contract/accounts/terms.ts'
import { type Language, languages } from '#contract/languages.ts'
import { languageIn, type OwnTextPage, ownTextLimits } from '#contract/operations/branding/own-text-limits.ts'
import { readMarkdown, writeMarkdown } from '#contract/operations/branding/own-text-markdown.ts'
import {
  type OwnSection,
  type OwnText,
  ownText,
  type TermsState,
} from '#contract/operations/branding/own-texts.ts'
import { englishSize } from '#contract/transfers/scale-size.ts'
import { consentTexts } from '#server/identity/consents/consent-texts.ts'
import { findPublished, hasText, readOwnText } from '#server/platform/background/live-texts.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { draftId } from './change-own-text.ts'

type Needs = Pick<Services, 'config' | 'database' | 'clock'>

/** Everything that is known of the own text of a page. */
export async function ownTextState(services: Needs, page: OwnTextPage): Promise<TermsState> {
  const { database, config } = services
  const published = await findPublished(database, page)
  const { accounts } = await database
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow()
  const accepted = page === 'terms' ? await countAcceptances(database) : new Map<string, number>()
  return {
    draft: (await findDraft(services, page)) ?? null,
    versions: published.slice(0, ownTextLimits.shownVersions).map(({ publishedAt, ...text }) => ({
      ...text,
      publishedAt: new Date(publishedAt).toISOString(),
      accepted: accepted.get(text.version) ?? 0,
    })),
    builtIn: page === 'terms' ? { version: termsVersion, sections: builtInSections(config) } : null,
    accounts: Number(accounts),
  }
}

/** Accounts by the version of the terms that they accepted last. */
async function countAcceptances(database: Services['database']): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('consents')
    .select(({ fn }) => ['version', fn.countAll<number>().as('accounts')])
    .where('purpose', '=', 'terms')
    .where('withdrawn_at', 'is', null)
    .groupBy('version')
    .execute()
  return new Map(rows.map(({ version, accounts }) => [version, Number(accounts)]))
}

async function findDraft({ database }: Needs, page: OwnTextPage): Promise<OwnText | undefined> {
  const row = await database
    .selectFrom('own_texts')
    .select('value')
    .where('id', '=', draftId(page))
    .executeTakeFirst()
  return row && readOwnText(row.value)
}

/** The draft, or else the text that holds, in one language as Markdown. */
export async function ownTextMarkdown(
  services: Needs,
  page: OwnTextPage,
  language: Language,
): Promise<string> {
  const { draft, versions, builtIn } = await ownTextState(services, page)
  const held = versions[0] && hasText(versions[0]) ? versions[0] : builtIn
  const sections = (draft ?? held)?.sections ?? {}
  const shown = languageIn(sections, language) ?? language
  return writeMarkdown(titles[page][shown], sections[shown] ?? [])
}

/**
 * The draft with one language replaced by a text in Markdown.
 * @throws Failure MARKDOWN_REFUSED
 */
export async function readIntoDraft(
  services: Needs,
  page: OwnTextPage,
  { markdown, language }: { readonly markdown: string; readonly language: Language },
): Promise<OwnText> {
  const draft = (await findDraft(services, page)) ?? (await nextDraft(services, page))
  const given = readMarkdown(markdown) ?? []
  const read = ownText.safeParse({ ...draft, sections: { ...draft.sections, [language]: given } })
  if (!read.success || given.length === 0) throw new Failure('MARKDOWN_REFUSED')
  return read.data
}

async function nextDraft(services: Needs, page: OwnTextPage): Promise<OwnText> {
  const { versions, builtIn } = await ownTextState(services, page)
  const last = versions[0] ?? builtIn
  const date = new Date(services.clock.now()).toISOString().slice(0, 10)
  return { version: nextVersion(last?.version ?? '0'), date, note: {}, sections: versions[0]?.sections ?? {} }
}

/** The next whole number. */
export function nextVersion(version: string): string {
  return String(Number(version.split('.')[0]) + 1)
}

const titles: Readonly<Record<OwnTextPage, Readonly<Record<Language, string>>>> = {
  terms: {
    en: 'Terms of service',
    de: 'Nutzungsbedingungen',
    fr: 'Conditions d’utilisation',
    it: 'Termini di servizio',
    pl: 'Regulamin',
    es: 'Condiciones de uso',
    pt: 'Termos de utilização',
    nl: 'Gebruiksvoorwaarden',
  },
  privacy: {
    en: 'Privacy',
    de: 'Datenschutz',
    fr: 'Confidentialité',
    it: 'Privacy',
    pl: 'Prywatność',
    es: 'Privacidad',
    pt: 'Privacidade',
    nl: 'Privacy',
  },
}

/** The built-in terms in each language, with the values of this service in them. */
function builtInSections(config: Services['config']): OwnText['sections'] {
  const entries = languages.map((language): [Language, OwnSection[]] => {
    const found = consentTexts.find(
      (one) => one.purpose === 'terms' && one.version === termsVersion && one.language === language,
    )
    const parts = filledIn(found?.text ?? '', config)
      .split(/^\d+\. (?=.+\n\n)/m)
      .slice(1)
    const sections = parts.map((part) => {
      const [title = '', ...text] = part.trim().split('\n\n')
      return { title, text: text.join('\n\n') }
    })
    return [language, sections]
  })
  return Object.fromEntries(entries)
}

function filledIn(text: string, config: Services['config']): string {
  const contact = config.SUPPORT_MAIL
  return text
    .replace(
      /\{contact, select, none \{([^{}]*)\} other \{((?:[^{}]|\{contact\})*)\}\}/g,
      (_, none, other) => (contact ? other : none),
    )
    .replaceAll('{contact}', contact ?? '')
    .replaceAll('{product}', config.identity.name)
    .replaceAll('{free}', englishSize(config.FREE_FILE_SIZE, '\u00a0'))
    .replaceAll('{pro}', englishSize(config.PRO_FILE_SIZE, '\u00a0'))
}
