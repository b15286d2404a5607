import type { ReportReason } from '#contract/operations/report-reasons.ts'
import { csvLine } from '../../platform/http/replies/csv-line.ts'
import { medianOf } from '../cases/list-cases.ts'
import type { ReasonCounts } from './count-period.ts'

const HOUR = 60 * 60_000

const byTrustedFlaggers = '(Trusted Flagger notices)'
const items = 'Number of specific items of information included in the total number of notices'
const byLaw = 'Number of actions taken on the basis of the law'
const byTerms = 'Number of actions taken on the basis of the terms and conditions of the service'
/** The one with the blank at its end has it in the template. */
const counted = [
  'Number of notices received ',
  'Number of notices received from Trusted flaggers',
  items,
  `${items} by Trusted Flaggers ${byTrustedFlaggers}`,
  'Median time to take action',
  `Median time to take action ${byTrustedFlaggers}`,
  byLaw,
  `${byLaw} ${byTrustedFlaggers}`,
  byTerms,
  `${byTerms} ${byTrustedFlaggers}`,
] as const

/** The columns of part 4, notices, of the templates in Annex I to Implementing Regulation (EU) 2024/2835. */
const columns = [
  'Applicability',
  'Service',
  'Reporting period',
  'Category of illegal content',
  'Description of the sub-category "Other"',
  ...counted,
  ...counted.map((column) => `Contextual information on ${column}`),
]

const applicability = 'Only for providers of hosting services, including online platforms'

/**
 * The template's categories, in its order, with the reasons that count as one. A report of a breach of the terms alone is no
 * notice of illegal content.
 */
const categories: readonly (readonly [category: string, reasons: readonly ReportReason[]])[] = [
  ['TOTAL', ['malware', 'child-abuse', 'terrorism', 'copyright', 'personal-data', 'fraud', 'illegal']],
  ['STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS', ['personal-data']],
  ['STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS', ['copyright']],
  ['STATEMENT_CATEGORY_PROTECTION_OF_MINORS', ['child-abuse']],
  ['KEYWORD_CHILD_SEXUAL_ABUSE_MATERIAL', ['child-abuse']],
  ['STATEMENT_CATEGORY_RISK_FOR_PUBLIC_SECURITY', ['terrorism']],
  ['KEYWORD_TERRORIST_CONTENT', ['terrorism']],
  ['STATEMENT_CATEGORY_SCAMS_AND_FRAUD', ['malware', 'fraud']],
  ['STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE', ['illegal']],
]

type Period = { readonly from: number; readonly to: number }

/**
 * The counts of a period as part 4 of the template: CSV as RFC 4180 has it. Each report names one item, the median is in hours,
 * days are those of UTC. Columns about trusted flaggers stay empty, because the service does not know them.
 */
export function noticesCsv(service: string, { from, to }: Period, counts: readonly ReasonCounts[]): string {
  const period = `${dayOf(from)}/${dayOf(Math.max(from, to - 1))}`
  const lines = categories.map(([category, reasons]) => {
    const own = counts.filter(({ row }) => reasons.includes(row.reason))
    const sum = (of: 'notices' | 'actionsByLaw' | 'actionsByTerms') =>
      String(own.reduce((total, { row }) => total + row[of], 0))
    const median = medianOf(own.flatMap(({ actionTimes }) => actionTimes))
    const hours = median === null ? '' : (median / HOUR).toFixed(2)
    const values = [sum('notices'), '', sum('notices'), '', hours, '']
    values.push(sum('actionsByLaw'), '', sum('actionsByTerms'), '')
    return csvLine([applicability, service, period, category, '', ...values, ...counted.map(() => '')])
  })
  return [csvLine(columns), ...lines].join('')
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
