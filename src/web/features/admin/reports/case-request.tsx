import type { ReportCase } from '#contract/operations/cases.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { formatNumber } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'

/** The reported file request, as its visitors read it. */
export function CaseRequest({ request }: { request: NonNullable<ReportCase['request']> }) {
  const { title, instructions, checklist, state, until, uploads, words } = request
  return (
    <section className="card card-pad stack-s">
      <h2>{t('admin.reports.request')}</h2>
      {words.length > 0 && (
        <p className="note note-warn">{t('admin.reports.words', { words: words.join(', ') })}</p>
      )}
      <dl className="cells cells-fixed facts-grid">
        <div>
          <dt>{t('admin.reports.asksFor')}</dt>
          <dd className="break">{title}</dd>
        </div>
        {instructions !== null && (
          <div>
            <dt>{t('admin.reports.instructions')}</dt>
            <dd className="break lines">{instructions}</dd>
          </div>
        )}
        {checklist.length > 0 && (
          <div>
            <dt>{t('admin.reports.checklist')}</dt>
            <dd className="break lines">{checklist.join('\n')}</dd>
          </div>
        )}
        <div>
          <dt>{t('admin.reports.openUntil')}</dt>
          <dd>{state === 'open' ? formatDateTime(Date.parse(until)) : t('admin.reports.ended')}</dd>
        </div>
        <div>
          <dt>{t('admin.reports.uploads')}</dt>
          <dd className="num">{formatNumber(uploads)}</dd>
        </div>
      </dl>
    </section>
  )
}
