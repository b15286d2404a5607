import type { Decision } from '#contract/operations/reports.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { outcomeForReporter } from './texts.ts'

type Props = {
  /** Milliseconds since 1970. */
  receivedAt: number
  disabledAt: number | null
  /** When it is to be decided. */
  dueAt: number
  decision: Decision | null
  isRequest: boolean
  confirmed: boolean
}

/** Past and remaining steps of a report. */
export function Steps({ receivedAt, disabledAt, dueAt, decision, isRequest, confirmed }: Props) {
  const now = Date.now()
  return (
    <ol className="report-steps">
      <Step text={t('report.step.received')} sub={pastMoment(receivedAt, now)} done />
      {disabledAt !== null && (
        <Step
          text={t(isRequest ? 'report.step.closed' : 'report.step.disabled')}
          sub={pastMoment(disabledAt, now)}
          done
        />
      )}
      {decision ? (
        <Step
          text={t(outcomeForReporter(decision, { isRequest }))}
          sub={pastMoment(Date.parse(decision.at), now)}
          done
        />
      ) : (
        <>
          <Step
            text={t('report.step.looking')}
            sub={
              dueAt > now ? t('report.step.usually', { date: formatDateTime(dueAt) }) : t('report.step.late')
            }
          />
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
