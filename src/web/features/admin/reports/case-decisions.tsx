import type { ReportCase } from '#contract/operations/cases.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { actionTexts } from './report-texts.ts'

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
