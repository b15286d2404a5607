import type { Decision } from '#contract/operations/reports.ts'
import { pastMoment } from '#web/i18n/format/past-moment.ts'
import { t } from '#web/i18n/t.ts'
import { outcomeTexts } from './texts.ts'

type Props = {
  /** Milliseconds since 1970. */
  receivedAt: number
  disabledAt: number | null
  decision: Decision | null
  confirmed: boolean
}

/** What has happened to a report, and what is still to come. */
export function Steps({ receivedAt, disabledAt, decision, confirmed }: Props) {
  const now = Date.now()
  return (
    <ol className="report-steps">
      <Step text={t('report.step.received')} sub={pastMoment(receivedAt, now)} done />
      {disabledAt !== null && (
        <Step text={t('report.step.disabled')} sub={pastMoment(disabledAt, now)} done />
      )}
      {decision ? (
        <Step
          text={t(outcomeTexts.reporter[decision.action])}
          sub={pastMoment(Date.parse(decision.at), now)}
          done
        />
      ) : (
        <>
          <Step text={t('report.step.looking')} sub={t('report.step.usually')} />
          <Step
            text={t('report.step.decision')}
            sub={t(confirmed ? 'report.step.byEmail' : 'report.step.onPage')}
          />
        </>
      )}
    </ol>
  )
}

function Step({ text, sub, done = false }: { text: string; sub: string; done?: boolean }) {
  return (
    <li data-done={done || undefined}>
      {text}
      <span className="sub">{sub}</span>
    </li>
  )
}
