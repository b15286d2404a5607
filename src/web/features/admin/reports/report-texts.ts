import type { CaseEntry, ListedCase, ReportCase } from '#contract/operations/cases.ts'
import type { DecisionAction, ReportReason } from '#contract/operations/report-reasons.ts'
import { dayNumber, formatClock, formatDateTime } from '#web/i18n/format/format.ts'
import { type TextKey, t } from '#web/i18n/t.ts'

export const reasonTexts = {
  malware: 'admin.reports.reason.malware',
  'child-abuse': 'admin.reports.reason.childAbuse',
  terrorism: 'admin.reports.reason.terrorism',
  copyright: 'admin.reports.reason.copyright',
  'personal-data': 'admin.reports.reason.personalData',
  fraud: 'admin.reports.reason.fraud',
  illegal: 'admin.reports.reason.illegal',
  terms: 'admin.reports.reason.terms',
} as const satisfies Record<ReportReason, TextKey>

export const actionTexts = {
  none: 'admin.reports.action.none',
  disable: 'admin.reports.action.disable',
  end: 'admin.reports.action.end',
  'end-and-suspend': 'admin.reports.action.endAndSuspend',
  police: 'admin.reports.action.police',
} as const satisfies Record<DecisionAction, TextKey>

export const entryTexts = {
  reported: 'admin.reports.entry.reported',
  confirmed: 'admin.reports.entry.confirmed',
  'disabled-by-rule': 'admin.reports.entry.disabledByRule',
  'disabled-by-mail': 'admin.reports.entry.disabledByMail',
  disabled: 'admin.reports.entry.disabled',
  restored: 'admin.reports.entry.restored',
  'restored-by-rule': 'admin.reports.entry.restoredByRule',
  assigned: 'admin.reports.entry.assigned',
  held: 'admin.reports.entry.held',
  noted: 'admin.reports.entry.noted',
  opened: 'admin.reports.entry.opened',
  decided: 'admin.reports.entry.decided',
  'appealed-by-reporter': 'admin.reports.entry.appealedByReporter',
  'appealed-by-sender': 'admin.reports.entry.appealedBySender',
} as const satisfies Record<CaseEntry['kind'], TextKey>

const severityTexts = ['admin.reports.severe', 'admin.reports.high', 'admin.reports.normal'] as const

export function severityText({ severity }: Pick<ListedCase, 'severity'>): TextKey {
  return severityTexts[severity - 1] ?? severityTexts[2]
}

/** A message that says what has become of what a case is about once it was restored: another case may keep it disabled, or it is over. */
export function restoredText(
  { transfer, request }: ReportCase,
  now: number,
): readonly ['success' | 'plain', TextKey] {
  if (request?.state === 'open') return ['success', 'admin.reports.requestOpen']
  if (transfer?.state === 'disabled' || request?.isDisabled) return ['plain', 'admin.reports.keptDisabled']
  if (request) return ['plain', 'admin.reports.requestEnded']
  if (transfer?.state === 'ready' && Date.parse(transfer.expiresAt) > now)
    return ['success', 'admin.reports.restoredNow']
  return ['plain', 'admin.reports.nothingLeft']
}

/** The state of a case as a badge: its text, and how it looks. */
export function stateBadge({ state, disabledBy }: ListedCase): readonly [TextKey, string] {
  if (disabledBy === 'rule') return ['admin.reports.state.byRule', 'badge-bad']
  if (state === 'disabled') return ['admin.reports.state.disabled', 'badge-warn']
  if (state === 'appealed') return ['admin.reports.state.appealed', 'badge-warn']
  return [state === 'open' ? 'admin.reports.state.open' : 'admin.reports.state.decided', '']
}

/** Until when something is to be done, to stand behind "Decide by": "today, 20:06", "tomorrow, 08:00", or the date. */
export function dueText(due: number, now: number): string {
  const days = dayNumber(due) - dayNumber(now)
  if (days === 0) return t('admin.reports.dueToday', { clock: formatClock(due) })
  if (days === 1) return t('admin.reports.dueTomorrow', { clock: formatClock(due) })
  return t('admin.reports.dueOn', { date: formatDateTime(due) })
}
