import type { CaseReport } from '#contract/operations/cases.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { reasonTexts } from './report-texts.ts'

type Props = {
  /** Reports that the server returns, not all of very many. */
  received: readonly CaseReport[]
  /** How many there are. */
  all: number
}

/** Reports of a case, with their senders if known. */
export function CaseReports({ received, all }: Props) {
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
      {all > received.length && (
        <p className="small muted">{t('admin.reports.firstShown', { shown: received.length, all })}</p>
      )}
    </section>
  )
}
