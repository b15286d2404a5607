import { oneLine } from './clean-text.ts'
import { momentText } from './formats.ts'
import { layOutMail, type MailContent, type MailSite } from './lay-out-mail.ts'
import type { MailTexts } from './texts.en.ts'

/** What happened to an account that its person should know of, and can undo when it was not them. */
export type SecurityEvent = keyof MailTexts['security']['events']

export type SecurityNotice = MailSite & {
  readonly event: SecurityEvent
  /** Milliseconds since 1970. */
  readonly at: number
  /** Where it happened, such as «Firefox, Windows». */
  readonly device?: string | undefined
  readonly username: string
  /** Address of the page where the person can look, or act. */
  readonly url: string
}

/** The mail that tells somebody what happened to their account. */
export function securityNoticeMail(notice: SecurityNotice, texts: MailTexts): MailContent {
  const { security: say } = texts
  const words = say.events[notice.event]
  return layOutMail({
    texts,
    supportMail: notice.supportMail,
    subject: words.subject(notice.site),
    lead: say.lead(notice.username, notice.site),
    headline: words.headline,
    action: { label: words.action, url: notice.url },
    notes: [words.meaning, words.otherwise],
    facts: [
      momentText(notice.at, texts),
      ...(notice.device === undefined
        ? []
        : [notice.device === '' ? say.unknownDevice : say.device(oneLine(notice.device))]),
    ],
    reasons: [words.reason(notice.site)],
  })
}
