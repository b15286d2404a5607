import type { Decision } from '#contract/operations/reports.ts'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'

/** Ground, facts and who decided. @param claimant who claims a copyright, for the sender */
export function DecisionFacts({ decision, claimant }: { decision: Decision; claimant?: string | null }) {
  const { ground, facts, automated, others } = decision
  const alsoText = others > 0 && t('report.others', { count: others })
  const country =
    ground.country &&
    (new Intl.DisplayNames(language(), { type: 'region' }).of(ground.country) ?? ground.country)
  return (
    <dl className="cells cells-fixed">
      <div>
        <dt>{t('report.ground')}</dt>
        <dd className="break">
          {ground.kind === 'terms'
            ? t('report.groundTerms', { section: ground.reference })
            : [country, ground.reference].filter(Boolean).join(', ')}
        </dd>
      </div>
      <div>
        <dt>{t('report.facts')}</dt>
        <dd className="break lines">{[facts, alsoText].filter(Boolean).join('\n\n')}</dd>
      </div>
      <div>
        <dt>{t('report.decidedBy')}</dt>
        <dd>{t(automated ? 'report.byPersonAndMachine' : 'report.byPerson')}</dd>
      </div>
      {claimant && (
        <div>
          <dt>{t('report.claimant')}</dt>
          <dd className="break">{claimant}</dd>
        </div>
      )}
    </dl>
  )
}
