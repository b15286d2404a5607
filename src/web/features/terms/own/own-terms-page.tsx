import '../terms.css'
import type { OwnText } from '#contract/operations/branding/own-texts.ts'
import { formatDay } from '../../../i18n/format/format.ts'
import { spokenLanguage } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'
import { brand } from '../../../ui/browser/brand.ts'
import { OwnSections, sectionsFor } from '../../../ui/page/own-sections.tsx'
import { TextPage } from '../../../ui/page/text-page.tsx'
import { fetchOwnTexts } from './own-terms.tsx'

/** The page with the operator's terms in it. @throws Error when they cannot be fetched */
export async function loadOwnTermsPage() {
  const versions = await fetchOwnTexts(brand?.terms?.file)
  return { default: () => <OwnTermsPage versions={versions} /> }
}

/** The operator's terms that hold now, and below them those that held before. */
function OwnTermsPage({ versions }: { versions: readonly OwnText[] }) {
  const [current, ...earlier] = versions
  if (!current) return null
  const dated = ({ version, date }: OwnText) => ({ version, date: formatDay(date) })
  return (
    <TextPage title={t('terms.title')}>
      <p className="muted">{t('terms.lastUpdated', dated(current))}</p>
      <Sections text={current} heading="h2" />
      {earlier.length > 0 && <h2>{t('terms.earlier')}</h2>}
      <div className="earlier">
        {earlier.map((text) => (
          <details key={text.version}>
            <summary>{t('terms.lastUpdated', dated(text))}</summary>
            <Sections text={text} heading="h3" />
          </details>
        ))}
      </div>
    </TextPage>
  )
}

function Sections({ text, heading }: { text: OwnText; heading: 'h2' | 'h3' }) {
  const { lang, sections } = sectionsFor(text, spokenLanguage())
  return <OwnSections sections={sections} heading={heading} lang={lang} />
}
