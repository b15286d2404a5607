import { oneLine } from './clean-text.ts'
import { momentText } from './formats.ts'
import { layOutMail, type MailContent, type MailSite } from './lay-out-mail.ts'
import type { MailTexts } from './texts.en.ts'

/** What happened to a file that its owner is mailed about. */
export type FileEvent = keyof MailTexts['fileNotice']['events']

export type FileNotice = MailSite & {
  readonly event: FileEvent
  readonly filename: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** Whether the file is gone with the event. */
  readonly deleted: boolean
  /** Address of the owner's own files. */
  readonly url: string
}

/** The mail that tells somebody what happened to a file they sent. */
export function fileNoticeMail(notice: FileNotice, texts: MailTexts): MailContent {
  const { fileNotice: say } = texts
  const words = say.events[notice.event]
  const filename = oneLine(notice.filename)
  return layOutMail({
    texts,
    supportMail: notice.supportMail,
    subject: words.subject(filename),
    lead: words.lead,
    headline: filename,
    action: { label: say.action, url: notice.url },
    notes: notice.deleted
      ? [say.deleted]
      : [...words.meaning, say.until(momentText(notice.expiresAt, texts))],
    facts: [],
    reasons: [say.reason(notice.site)],
  })
}
