import { ownChanges } from '#contract/operations/branding/own-changes.ts'
import { type OwnText, ownTextFile } from '#contract/operations/branding/own-texts.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { spokenLanguage } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'
import { brand } from '../../../ui/browser/brand.ts'
import { OwnChanges, OwnSections, sectionsFor } from '../../../ui/page/own-sections.tsx'
import { termValues } from '../term-sections.tsx'
import type { OwnTerms } from '../terms-dialog.tsx'
import { versions as builtInVersions } from '../versions.ts'

/** The published versions of the operator's terms, the last one first. @throws Error when they cannot be fetched */
export async function fetchOwnTexts(file: string | null | undefined): Promise<OwnText[]> {
  const answer = await fetch(file ?? '')
  if (!answer.ok) throw new Error(`the texts answered ${answer.status}`)
  return ownTextFile.parse(await answer.json()).versions
}

/** The operator's terms for the dialog, compared with what a person has accepted. @throws Error when they cannot be fetched */
export async function loadOwnTerms(config: ServiceConfig): Promise<OwnTerms | undefined> {
  const values = termValues(config)
  const versions = await fetchOwnTexts(brand?.terms?.file)
  const [current] = versions
  if (!current) return undefined
  const { lang, sections, note } = sectionsFor(current, spokenLanguage())
  return {
    version: current.version,
    date: current.date,
    complete: <OwnSections sections={sections} heading="h3" lang={lang} />,
    changesSince(accepted) {
      const own = versions.find(({ version }) => version === accepted)?.sections[lang]
      const builtIn = builtInVersions.find(({ version }) => version === accepted)
      const before =
        own ?? builtIn?.sections.map(({ title, content }) => ({ title: t(title), text: t(content, values) }))
      if (!before) return undefined
      const changes = ownChanges(before, sections)
      return { count: changes.length, shown: <OwnChanges note={note} changes={changes} lang={lang} /> }
    },
  }
}
