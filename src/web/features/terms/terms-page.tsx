import './terms.css'
import { termsVersion } from '#contract/accounts/terms.ts'
import { formatDay } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { brand } from '../../ui/browser/brand.ts'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { TextPage } from '../../ui/page/text-page.tsx'
import { TermSections } from './term-sections.tsx'
import { versionNamed, versions } from './versions.ts'

const OwnTermsPage = lazyPart<object>(() =>
  import('./own/own-terms-page.tsx').then((page) => page.loadOwnTermsPage()),
)

/** The terms that hold now, and below them those that held before. */
export default function TermsPage() {
  return brand?.terms ? <OwnTermsPage /> : <BuiltInTerms />
}

function BuiltInTerms() {
  const current = versionNamed(termsVersion)
  const earlier = versions.filter((version) => version !== current).toReversed()
  return (
    <TextPage title={t('terms.title')}>
      <p className="muted">
        {t('terms.lastUpdated', { version: current.version, date: formatDay(current.date) })}
      </p>
      <p className="muted">{t('terms.governing')}</p>
      <TermSections version={current} heading="h2" />
      <h2>{t('terms.earlier')}</h2>
      <div className="earlier">
        {earlier.map((version) => (
          <details key={version.version}>
            <summary>
              {t('terms.earlierVersion', {
                version: version.version,
                date: formatDay(version.date),
                title: t(version.title),
              })}
            </summary>
            <TermSections version={version} heading="h3" />
          </details>
        ))}
      </div>
    </TextPage>
  )
}
