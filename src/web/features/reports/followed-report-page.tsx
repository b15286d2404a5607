import './reports.css'
import { useState } from 'react'
import type { FollowedReport } from '#contract/operations/reports.ts'
import { client } from '#web/accounts/client.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { useParams } from '#web/router/routes.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { Awaited, DecisionFacts, NotFound, useFollowed } from './followed-parts.tsx'
import { Objection } from './objection.tsx'
import { Steps } from './steps.tsx'
import { outcomeForReporter } from './texts.ts'

/** A report as the person follows it who made it. */
export default function FollowedReportPage() {
  const { number = '' } = useParams()
  const { found, error, headers, set, retry } = useFollowed((headers, signal) =>
    client.call('report', { params: { number }, headers, signal }).then(({ report }) => report),
  )
  if (error !== undefined) return <NotFound error={error} onRetry={retry} />
  if (!found) return <Awaited />
  async function object(text: string) {
    set((await client.call('appealReport', { params: { number }, headers, body: { text } })).report)
  }
  return (
    <FollowedView
      report={found}
      token={Object.values(headers).join('')}
      onConfirmed={set}
      onObject={object}
    />
  )
}

type Props = {
  report: FollowedReport
  token: string
  onConfirmed: (report: FollowedReport) => void
  onObject: (text: string) => Promise<void>
}

function FollowedView({ report, token, onConfirmed, onObject }: Props) {
  const { number, decision, receivedAt, disabledAt, confirmAt, confirmed, appealedAt } = report
  // Remembers that a confirmation was asked for, so that its success is shown in the same place.
  const [toConfirm] = useState(confirmAt)
  const heading = decision ? t(outcomeForReporter(decision, report)) : t('report.underReview')
  useDocumentTitle(heading)
  const when = pastMoment(Date.parse(decision?.at ?? receivedAt), Date.now())
  return (
    <div className="report-page">
      <div>
        <p className="muted">{t(decision ? 'report.decidedAt' : 'report.receivedAt', { number, when })}</p>
        <h1>{heading}</h1>
      </div>
      {decision && (
        <section className="card clip">
          <DecisionFacts decision={decision} />
        </section>
      )}
      {!decision && toConfirm !== null && (
        <section className="card card-pad stack-s">
          <ConfirmAddress number={number} token={token} email={toConfirm} onConfirmed={onConfirmed} />
        </section>
      )}
      {decision && (
        <Objection objectUntil={decision.objectUntil} appealedAt={appealedAt} onObject={onObject} />
      )}
      <section className="card card-pad">
        <Steps
          receivedAt={Date.parse(receivedAt)}
          disabledAt={disabledAt === null ? null : Date.parse(disabledAt)}
          dueAt={Date.parse(report.dueAt)}
          decision={decision}
          isRequest={report.isRequest}
          confirmed={confirmed}
        />
      </section>
    </div>
  )
}
