import { localeOf } from '../../../src/contract/languages.ts'
import { catalogFile, type Place, type State, source, type Texts } from '../catalogs.ts'
import { categoriesOf } from '../check-translation.ts'

/** How XLIFF 1.2 calls the states of texts. */
const xliffStates = {
  draft: 'needs-review-translation',
  read: 'translated',
  agreed: 'final',
} as const satisfies Record<State, string>

type Translation = {
  readonly language: string
  readonly english: Texts
  readonly texts: Texts
  readonly states: ReadonlyMap<string, State>
  /** @returns undefined where there is no note */
  readonly noteOf: (id: string) => string | undefined
}

/** A file of XLIFF 1.2 with every text in English and, where there is one, its translation. */
export function writeXliff(translation: Translation): string {
  const files = (['pages', 'mails'] as const).map((place) => fileOf(place, translation))
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
${files.join('')}</xliff>
`
}

function fileOf(place: Place, translation: Translation): string {
  const { language, english } = translation
  const units = [...english]
    .filter(([id]) => id.startsWith(`${place}/`))
    .map(([id, text]) => unitOf(id, text, translation))
  return `<file original="${catalogFile(place, source)}" source-language="${source}" target-language="${language}" datatype="plaintext">
<header><note>${escapeXml(aboutMessages(language))}</note></header>
<body>
${units.join('')}</body>
</file>
`
}

function unitOf(id: string, text: string, { texts, states, noteOf }: Translation): string {
  const target = texts.get(id)
  const state = states.get(id) ?? 'draft'
  const note = noteOf(id)
  const isApproved = target !== undefined && state === 'agreed'
  return `<trans-unit id="${escapeXml(id.slice(id.indexOf('/') + 1))}" approved="${isApproved ? 'yes' : 'no'}" xml:space="preserve">
<source>${escapeXml(text)}</source>
${target === undefined ? '' : `<target state="${xliffStates[state]}">${escapeXml(target)}</target>\n`}${note ? `<note>${escapeXml(note)}</note>\n` : ''}</trans-unit>
`
}

function aboutMessages(language: string): string {
  const name = new Intl.DisplayNames(source, { type: 'language' }).of(localeOf(language))
  return `Texts in ICU MessageFormat, into ${name}. Keep {names} in braces as they are; they may change places. In {count, plural, …} translate what each branch says, and have exactly these branches: ${categoriesOf(language).join(', ')}; # is the number.`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
