import type { ReportReason } from '#contract/operations/report-reasons.ts'
import type { DecisionGround } from '#contract/operations/reports.ts'
import type { DecisionLetter } from '#server/schema/event-kinds.ts'
import { manyLines, oneLine } from '../clean-text.ts'
import { momentText } from '../formats.ts'
import { layOutMail, type MailContent, type MailSite } from '../lay-out-mail.ts'
import type { MailTexts } from '../texts.en.ts'

export type ReceivedReport = MailSite & {
  readonly number: string
  readonly reason: ReportReason
  readonly explanation: string
  readonly isDisabled: boolean
  readonly gone: boolean
  readonly isRequest?: boolean | undefined
  /** Address of the page with the one button; null where there is nothing to disable. */
  readonly buttonUrl: string | null
  /** Address of the case. */
  readonly caseUrl: string
}

/** The mail that brings the operator a report. */
export function reportReceivedMail(report: ReceivedReport, texts: MailTexts): MailContent {
  const { reasons, received: say } = texts.reports
  const reason = reasons[report.reason]
  const { buttonUrl, caseUrl } = report
  const about = report.isRequest ? say.request : say.transfer
  return layOutMail({
    texts,
    supportMail: undefined,
    subject: say.subject(report.number, reason),
    lead: about.lead,
    headline: reason,
    quote: { intro: say.quote, words: manyLines(report.explanation) },
    action:
      buttonUrl === null
        ? { label: texts.reports.appealed.action, url: caseUrl }
        : { label: about.action, url: buttonUrl },
    notes: [
      ...(report.gone ? [about.gone] : []),
      ...(report.isDisabled ? [about.disabled] : []),
      ...(buttonUrl === null ? [] : [about.once, say.decide(caseUrl)]),
    ],
    facts: [report.number],
    reasons: [say.reason(report.site)],
  })
}

type Objection = MailSite & {
  readonly number: string
  readonly reason: ReportReason
  readonly caseUrl: string
}

/** The mail that says that someone objects to a decision. */
export function reportAppealedMail(
  { number, reason, caseUrl, site }: Objection,
  texts: MailTexts,
): MailContent {
  const { reasons, appealed: say, received } = texts.reports
  return layOutMail({
    texts,
    supportMail: undefined,
    subject: say.subject(number, reasons[reason]),
    lead: say.lead,
    headline: number,
    action: { label: say.action, url: caseUrl },
    notes: [say.other],
    facts: [reasons[reason]],
    reasons: [received.reason(site)],
  })
}

/** Contents of a letter; without an address it is shown on pages only. */
export type LetterContent = MailSite & Omit<DecisionLetter, 'email' | 'language'>

/** The letter with a decision and its reasons, to either side. */
export function decisionMail(letter: LetterContent, texts: MailTexts): MailContent {
  const { letter: say } = texts.reports
  const filename = oneLine(letter.filename) || letter.number
  const isReporter = letter.to === 'reporter'
  const outcome = isReporter ? outcomeForReporter(letter, texts) : outcomeForUploader(letter, texts)
  const { lead, reason } = isReporter
    ? say.forReporter
    : letter.isRequest
      ? say.forUploader.request
      : say.forUploader
  return layOutMail({
    texts,
    supportMail: letter.supportMail,
    identity: letter.identity,
    subject: isReporter
      ? say.forReporter.subject(letter.number, outcome)
      : say.forUploader.subject(outcome, filename),
    lead: lead(letter.number),
    headline: outcome,
    quote: { intro: say.facts, words: manyLines(letter.facts) },
    action: { label: say.action, url: letter.url },
    notes: [
      say.ground(groundText(letter.ground, texts)),
      letter.automated ? say.automated : say.byPerson,
      ...(letter.others === 0 ? [] : [say.others(letter.others)]),
      ...(letter.claimant === null ? [] : [say.claimant(oneLine(letter.claimant))]),
      letter.objectUntil === null ? say.final : say.object(momentText(letter.objectUntil, texts)),
      say.elsewhere,
    ],
    facts: isReporter ? [letter.number] : [filename, letter.number],
    reasons: [reason(letter.site)],
  })
}

function outcomeForReporter({ action, isRequest }: LetterContent, { reports }: MailTexts): string {
  const { outcomes, closed } = reports.letter.forReporter
  return isRequest && action !== 'none' ? closed : outcomes[action]
}

function outcomeForUploader(
  { action, isRequest, available = true }: LetterContent,
  { reports }: MailTexts,
): string {
  const { outcomes, cleared, request } = reports.letter.forUploader
  if (action === 'none' && !available) return cleared
  if (!isRequest) return outcomes[action]
  if (action === 'none') return request.none
  return action === 'end-and-suspend' ? request.suspended : request.closed
}

function groundText({ kind, country, reference }: DecisionGround, { locale, reports }: MailTexts): string {
  const words = oneLine(reference)
  if (kind === 'terms') return reports.letter.terms(words)
  if (country === undefined) return words
  return `${new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country}, ${words}`
}
