import type { ReportReason } from '#contract/operations/report-reasons.ts'
import type { DecisionGround } from '#contract/operations/reports.ts'
import type { DecisionLetter } from '#server/schema/event-kinds.ts'
import { manyLines, oneLine } from '../clean-text.ts'
import { momentText } from '../formats.ts'
import { layOutMail, type MailContent, type MailSite } from '../lay-out-mail.ts'
import type { MailTexts } from '../mail-texts.ts'

type ReceivedReport = MailSite & {
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
  const { text } = texts
  const { number, buttonUrl, caseUrl: url, site } = report
  const reason = text(`reports.reasons.${report.reason}`)
  const about = report.isRequest ? 'request' : 'transfer'
  return layOutMail({
    texts,
    supportMail: undefined,
    subject: text('reports.received.subject', { number, reason }),
    lead: text(`reports.received.${about}.lead`),
    headline: reason,
    quote: { intro: text('reports.received.quote'), words: manyLines(report.explanation) },
    action:
      buttonUrl === null
        ? { label: text('reports.appealed.action'), url }
        : { label: text(`reports.received.${about}.action`), url: buttonUrl },
    notes: [
      ...(report.gone ? [text(`reports.received.${about}.gone`)] : []),
      ...(report.isDisabled ? [text(`reports.received.${about}.disabled`)] : []),
      ...(buttonUrl === null
        ? []
        : [text(`reports.received.${about}.once`), text('reports.received.decide', { url })]),
    ],
    facts: [number],
    reasons: [text('reports.received.reason', { site })],
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
  const { text } = texts
  const about = text(`reports.reasons.${reason}`)
  return layOutMail({
    texts,
    supportMail: undefined,
    subject: text('reports.appealed.subject', { number, reason: about }),
    lead: text('reports.appealed.lead'),
    headline: number,
    action: { label: text('reports.appealed.action'), url: caseUrl },
    notes: [text('reports.appealed.other')],
    facts: [about],
    reasons: [text('reports.received.reason', { site })],
  })
}

/** Contents of a letter; without an address it is shown on pages only. */
type LetterContent = MailSite & Omit<DecisionLetter, 'email' | 'language'>

/** The letter with a decision and its reasons, to either side. */
export function decisionMail(letter: LetterContent, texts: MailTexts): MailContent {
  const { text } = texts
  const { number, others, site, claimant } = letter
  const file = oneLine(letter.filename) || number
  const isReporter = letter.to === 'reporter'
  const outcome = isReporter ? outcomeForReporter(letter, texts) : outcomeForUploader(letter, texts)
  const reader = isReporter ? 'forReporter' : letter.isRequest ? 'forRequester' : 'forUploader'
  return layOutMail({
    texts,
    supportMail: letter.supportMail,
    identity: letter.identity,
    subject: isReporter
      ? text('reports.letter.forReporter.subject', { number, outcome })
      : text('reports.letter.forUploader.subject', { outcome, file }),
    lead: text(`reports.letter.${reader}.lead`, { number }),
    headline: outcome,
    quote: { intro: text('reports.letter.facts'), words: manyLines(letter.facts) },
    action: { label: text('reports.letter.action'), url: letter.url },
    notes: [
      text('reports.letter.ground', { text: groundText(letter.ground, texts) }),
      letter.automated ? text('reports.letter.automated') : text('reports.letter.byPerson'),
      ...(others === 0 ? [] : [text('reports.letter.others', { count: others })]),
      ...(claimant === null ? [] : [text('reports.letter.claimant', { name: oneLine(claimant) })]),
      letter.objectUntil === null
        ? text('reports.letter.final')
        : text('reports.letter.object', { moment: momentText(letter.objectUntil, texts) }),
      text('reports.letter.elsewhere'),
    ],
    facts: isReporter ? [number] : [file, number],
    reasons: [text(`reports.letter.${reader}.reason`, { site })],
  })
}

function outcomeForReporter({ action, isRequest }: LetterContent, { text }: MailTexts): string {
  if (isRequest && action !== 'none') return text('reports.letter.forReporter.closed')
  return text(`reports.letter.forReporter.outcomes.${action}`)
}

function outcomeForUploader(
  { action, isRequest, available = true }: LetterContent,
  { text }: MailTexts,
): string {
  if (action === 'none' && !available) return text('reports.letter.forUploader.cleared')
  if (!isRequest) return text(`reports.letter.forUploader.outcomes.${action}`)
  if (action === 'none') return text('reports.letter.forRequester.none')
  return text(
    action === 'end-and-suspend'
      ? 'reports.letter.forRequester.suspended'
      : 'reports.letter.forRequester.closed',
  )
}

function groundText({ kind, country, reference }: DecisionGround, { locale, text }: MailTexts): string {
  const words = oneLine(reference)
  if (kind === 'terms') return text('reports.letter.terms', { section: words })
  if (country === undefined) return words
  return `${new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country}, ${words}`
}
