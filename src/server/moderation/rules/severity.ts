import type { ReportReason } from '#contract/operations/report-reasons.ts'

const HOUR = 60 * 60_000

/**
 * 1 is the most severe: danger to life, then content that does harm as long as it is available, then content that can wait for
 * a review.
 */
const severities: Readonly<Record<ReportReason, 1 | 2 | 3>> = {
  'child-abuse': 1,
  terrorism: 1,
  malware: 2,
  fraud: 2,
  'personal-data': 2,
  copyright: 3,
  illegal: 3,
  terms: 3,
}

/** Milliseconds within which a case of a severity is to be decided. */
const decideWithin = { 1: HOUR, 2: 24 * HOUR, 3: 72 * HOUR }

/** How bad a report is, and within how many milliseconds it is to be decided. */
type Priority = { readonly severity: 1 | 2 | 3; readonly within: number }

/**
 * How bad a report is.
 * @param asked the words with which a file request asks for what phishing asks for: with any it is high at least, and before
 *   everything else that is high
 */
export function priorityOf(reason: ReportReason, asked: readonly string[]): Priority {
  const severity = severities[reason]
  const within = decideWithin[severity]
  if (asked.length === 0) return { severity, within }
  return { severity: severity === 1 ? 1 : 2, within: Math.min(within, 4 * HOUR) }
}
