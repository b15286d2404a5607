import './reports.css'
import { client } from '#web/accounts/client.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { useParams } from '#web/router/routes.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { Awaited, DecisionFacts, NotFound, useFollowed } from './followed-parts.tsx'
import { Objection } from './objection.tsx'
import { outcomeForUploader, reasonTexts } from './texts.ts'

/** A decision and its reasons, for the sender it concerns. */
export default function DecisionPage() {
  const { id = '' } = useParams()
  const { found, error, headers, set, retry } = useFollowed((headers, signal) =>
    client.call('decision', { params: { id }, headers, signal }).then(({ decision }) => decision),
  )
  const heading = found ? t(outcomeForUploader(found)) : ''
  useDocumentTitle(heading || t('report.title'))
  if (error !== undefined) return <NotFound error={error} onRetry={retry} />
  if (!found) return <Awaited />
  const { number, reason, decision, reporter, appealedAt } = found
  return (
    <div className="report-page">
      <div>
        <p className="muted">
          {t('report.decidedAt', { number, when: pastMoment(Date.parse(decision.at), Date.now()) })}
        </p>
        <h1>{heading}</h1>
        <p className="muted tight-above">{t('report.reportedFor', { reason: t(reasonTexts[reason]) })}</p>
      </div>
      <section className="card clip">
        <DecisionFacts decision={decision} claimant={reporter} />
      </section>
      <Objection
        objectUntil={decision.objectUntil}
        appealedAt={appealedAt}
        onObject={async (text) => {
          set((await client.call('appealDecision', { params: { id }, headers, body: { text } })).decision)
        }}
      />
      <p className="muted small">{t('report.elsewhere')}</p>
    </div>
  )
}
