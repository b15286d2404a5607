import type { DecisionAction, ReportReason } from '#contract/operations/report-reasons.ts'
import type { Decision, FollowedDecision } from '#contract/operations/reports.ts'
import type { TextKey } from '#web/i18n/t.ts'
import { matchPath } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'

/** In the order of the form. */
export const reasonTexts = {
  malware: 'report.reason.malware',
  'child-abuse': 'report.reason.childAbuse',
  terrorism: 'report.reason.terrorism',
  copyright: 'report.reason.copyright',
  'personal-data': 'report.reason.personalData',
  fraud: 'report.reason.fraud',
  illegal: 'report.reason.illegal',
  terms: 'report.reason.terms',
} as const satisfies Record<ReportReason, TextKey>

/** Decision in the words for the reporter. */
export function outcomeForReporter(
  { action }: Pick<Decision, 'action'>,
  { isRequest }: { readonly isRequest: boolean },
): TextKey {
  return isRequest && action !== 'none' ? 'report.outcome.closed' : outcomeTexts.reporter[action]
}

/** Decision in the words for the sender, or the owner of the file request. */
export function outcomeForUploader({
  decision: { action },
  isRequest,
  available,
}: FollowedDecision): TextKey {
  if (action === 'none' && !available) return 'report.yours.cleared'
  if (!isRequest) return outcomeTexts.uploader[action]
  if (action === 'none') return 'report.yours.open'
  return action === 'end-and-suspend' ? 'report.yours.closedAndSuspended' : 'report.yours.closed'
}

const outcomeTexts = {
  reporter: {
    none: 'report.outcome.none',
    disable: 'report.outcome.disabled',
    end: 'report.outcome.ended',
    'end-and-suspend': 'report.outcome.ended',
    police: 'report.outcome.disabled',
  },
  uploader: {
    none: 'report.yours.available',
    disable: 'report.yours.disabled',
    end: 'report.yours.ended',
    'end-and-suspend': 'report.yours.suspended',
    police: 'report.yours.disabled',
  },
} as const satisfies Record<string, Record<DecisionAction, TextKey>>

/** Whether a link leads to a file request and not to a transfer, as far as its address shows. */
export function isRequestLink(link: string): boolean {
  const url = URL.parse(link.trim(), location.origin)
  return url !== null && matchPath(paths.request, url.pathname) !== undefined
}
