import type { OwnTextPage } from '#contract/operations/branding/own-text-limits.ts'
import type { TermsState } from '#contract/operations/branding/own-texts.ts'
import { formatDay } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'

type Props = { page: OwnTextPage; versions: TermsState['versions'] }

/** Versions that were published, with how many people have accepted each. */
export function PublishedVersions({ page, versions }: Props) {
  if (versions.length === 0) return null
  return (
    <div className="stack-s">
      <h3>{t('admin.texts.versions')}</h3>
      <ul className="bullets">
        {versions.map(({ version, publishedAt, accepted }) => (
          <li key={version}>
            {t('admin.texts.holds', { version, date: formatDay(publishedAt) })}{' '}
            {page === 'terms' && t('admin.texts.accepted', { count: accepted })}
          </li>
        ))}
      </ul>
    </div>
  )
}
