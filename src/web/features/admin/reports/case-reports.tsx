import type { CaseReport } from '#contract/operations/cases.ts'
import { pastMoment } from '#web/i18n/format/past-moment.ts'
import { t } from '#web/i18n/t.ts'
import { reasonTexts } from './report-texts.ts'

/** What was reported, by whom as far as they said. */
export function CaseReports({ received }: { received: readonly CaseReport[] }) {
  const now = Date.now()
  return (
    <section className="card card-pad stack-s">
      <h2>{t('admin.reports.reported')}</h2>
      {received.map((report) => (
        <div key={report.number}>
          <p className="quote lines break">{report.explanation ?? t('admin.reports.forgotten')}</p>
          <p className="xs muted break">
            {[
              report.number,
              t(reasonTexts[report.reason]),
              report.name,
              report.email &&
                `${report.email} (${t(report.confirmed ? 'admin.reports.isConfirmed' : 'admin.reports.notConfirmed')})`,
              report.oftenUnfounded && t('admin.reports.oftenUnfounded'),
              pastMoment(Date.parse(report.receivedAt), now),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      ))}
    </section>
  )
}
