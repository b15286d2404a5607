import type { CaseReport, ReportCase } from '#contract/operations/cases.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { formatNumber, pastMoment } from '#web/i18n/format/further-formats.ts'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { ExactTime } from '#web/ui/facts/facts.tsx'
import { actionTexts, dueText, reasonTexts } from './report-texts.ts'

type Decided = ReportCase['decisions'][number]

/** Decisions and their reasons; the one after an objection comes first. */
export function CaseDecisions({ decisions }: Pick<ReportCase, 'decisions'>) {
  const now = Date.now()
  return decisions.toReversed().map((decision) => (
    <section key={decision.at} className="card card-pad stack-s">
      <h2>{t('admin.reports.decision')}</h2>
      <dl className="cells cells-fixed facts-grid">
        <div>
          <dt>{t('admin.reports.state.decided')}</dt>
          <dd>
            {t(actionTexts[decision.action])}
            <span className="two-lines xs muted">{pastMoment(Date.parse(decision.at), now)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('admin.reports.groundKind')}</dt>
          <dd className="break">
            {groundText(decision)}
            {decision.automated && <span className="two-lines xs muted">{t('admin.reports.automated')}</span>}
          </dd>
        </div>
        <div>
          <dt>{t('admin.reports.facts')}</dt>
          <dd className="break lines">
            {decision.facts}
            {decision.others > 0 && (
              <span className="two-lines xs muted">
                {t('admin.reports.alsoSame', { count: decision.others })}
              </span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  ))
}

function groundText({ ground: { kind, country, reference } }: Decided): string {
  if (kind === 'terms') return `${t('admin.reports.terms')}, ${reference}`
  if (country === undefined) return reference
  return `${new Intl.DisplayNames(language(), { type: 'region' }).of(country) ?? country}, ${reference}`
}

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

type DueTimeProps = {
  dueAt: string
  now: number
  /** The words "Decide by" stand elsewhere, such as above its column. */
  short?: boolean
}

/** Until when a case is to be decided. */
export function DueTime({ dueAt, now, short = false }: DueTimeProps) {
  const due = Date.parse(dueAt)
  const isOver = due <= now
  const when = dueText(due, now)
  return (
    <ExactTime at={dueAt} className={`num nowrap ${isOver ? 'severe' : ''}`}>
      {isOver ? t('admin.reports.overdue') : short ? when : t('admin.reports.decideByWhen', { when })}
    </ExactTime>
  )
}
