import { manyLines, oneLine } from './clean-text.ts'
import { momentText, sizeText } from './formats.ts'
import { layOutMail, type MailContent, type MailSite } from './lay-out-mail.ts'
import type { MailTexts } from './texts.en.ts'

/** What there is to tell about a file that somebody sends to a mail address. */
export type SharedFile = MailSite & {
  /** Address of the download page, never of the bytes. */
  readonly url: string
  readonly filename: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly passwordProtected: boolean
  readonly deleteAfterDownload: boolean
  /** Nobody but the one who sent it can open it. */
  readonly ownerOnly: boolean
  /** As the sender typed them; anybody can type anything. */
  readonly senderName?: string | undefined
  readonly message?: string | undefined
}

/** The mail that brings somebody a link. */
export function fileSharedMail(file: SharedFile, texts: MailTexts): MailContent {
  const { fileShared: say } = texts
  const filename = oneLine(file.filename)
  const senderName = oneLine(file.senderName ?? '')
  const message = manyLines(file.message ?? '')
  return layOutMail({
    texts,
    supportMail: file.supportMail,
    subject: senderName ? say.subjectFrom(senderName, filename) : say.subject(filename),
    lead: senderName ? say.leadFrom(senderName) : say.lead,
    headline: filename,
    action: { label: say.action, url: file.url },
    notes: [
      say.until(momentText(file.expiresAt, texts)),
      ...(file.deleteAfterDownload ? [say.once] : []),
      ...(file.passwordProtected ? [say.password] : []),
      ...(file.ownerOnly ? [say.ownerOnly] : []),
    ],
    quote: message ? { intro: say.message, words: message } : undefined,
    facts: [sizeText(file.size, texts)],
    reasons: [...(senderName ? [say.nameUnchecked] : []), say.reason(file.site)],
  })
}
