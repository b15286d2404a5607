import { manyLines, oneLine } from './clean-text.ts'
import { momentText, sizeText } from './formats.ts'
import { layOutMail, type MailContent, type MailSite, type StopAddresses } from './lay-out-mail.ts'
import type { MailTexts } from './mail-texts.ts'

/** Facts about a file that is sent to a mail address. */
export type SharedFile = MailSite & {
  /** Address of the download page, never of the bytes. */
  readonly url: string
  /** Title that the sender gave the transfer. */
  readonly title: string | null
  readonly filename: string
  /** How many files the sender selected. */
  readonly fileCount: number
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The sender's, as an IANA name that `Intl` knows. */
  readonly timeZone?: string | undefined
  readonly passwordProtected: boolean
  readonly deleteAfterDownload: boolean
  /** Only its sender can open it. */
  readonly ownerOnly: boolean
  /** The service knows no name of it, and has no key that the mail could bring. */
  readonly endToEnd?: boolean | undefined
  /** As the sender typed them; not verified. */
  readonly senderName?: string | undefined
  readonly message?: string | undefined
  /** Whether the link is for this recipient alone, opens with a code only, and has been mailed before. */
  readonly isOwnLink?: boolean | undefined
  readonly needsCode?: boolean | undefined
  readonly isReminder?: boolean | undefined
  readonly stop?: StopAddresses | undefined
}

/** The mail that brings someone a link. If it opens with a code, the mail says only who sends it and until when it works. */
export function fileSharedMail(file: SharedFile, texts: MailTexts): MailContent {
  if (file.needsCode) return codeLinkMail(file, texts)
  const { text } = texts
  const filename = file.endToEnd ? text('fileShared.sealed.headline') : oneLine(file.filename)
  const headline = oneLine(file.title ?? '') || filename
  const message = manyLines(file.message ?? '')
  const number = file.fileCount > 1 ? 'several' : 'one'
  const { subject, lead } = file.endToEnd
    ? { subject: text('fileShared.withCode.subject'), lead: text('fileShared.withCode.lead') }
    : greeting(file, headline, texts)
  return layOutMail({
    ...frameOf(file, subject, texts),
    lead,
    headline,
    quote: message ? { intro: text('fileShared.message'), words: message } : undefined,
    action: { label: text(`fileShared.${number}.action`), url: file.url },
    notes: [
      ...(file.isReminder ? [text('fileShared.sentBefore')] : []),
      text(`fileShared.${number}.until`, { moment: momentText(file.expiresAt, texts, file.timeZone) }),
      ...(file.isOwnLink ? [text('fileShared.ownLink')] : []),
      ...(file.deleteAfterDownload ? [text(`fileShared.${number}.once`)] : []),
      ...(file.passwordProtected ? [text('fileShared.password')] : []),
      ...(file.ownerOnly ? [text(`fileShared.${number}.ownerOnly`)] : []),
      ...(file.endToEnd ? [text('fileShared.sealed.key')] : []),
    ],
    facts: [
      ...(filename === headline || filename === `${headline}.zip` ? [] : [filename]),
      sizeText(file.size, texts),
    ],
  })
}

function codeLinkMail(file: SharedFile, texts: MailTexts): MailContent {
  const { text } = texts
  const name = oneLine(file.senderName ?? '')
  const subject = name
    ? text('fileShared.withCode.subjectFrom', { name })
    : text('fileShared.withCode.subject')
  return layOutMail({
    ...frameOf(file, subject, texts),
    lead: name ? text('fileShared.withCode.leadFrom', { name }) : text('fileShared.withCode.lead'),
    headline: text('fileShared.withCode.headline'),
    action: { label: text('fileShared.withCode.action'), url: file.url },
    notes: [
      ...(file.isReminder ? [text('fileShared.sentBefore')] : []),
      text('fileShared.several.until', { moment: momentText(file.expiresAt, texts, file.timeZone) }),
      text('fileShared.withCode.code'),
    ],
    facts: [],
  })
}

/** Parts that every mail with a link has. */
function frameOf(file: SharedFile, subject: string, texts: MailTexts) {
  const { site, supportMail, identity, stop } = file
  const { text } = texts
  const isNamed = oneLine(file.senderName ?? '') !== ''
  return {
    texts,
    supportMail,
    identity,
    subject: file.isReminder ? text('fileShared.reminder', { subject }) : subject,
    reasons: [
      isNamed ? text('fileShared.cautionNamed') : text('fileShared.caution'),
      text('fileShared.reason', { site }),
    ],
    stop,
  }
}

/** Sender and number of files, for the subject and the first line. */
function greeting(
  { fileCount: count, senderName }: SharedFile,
  what: string,
  { text }: MailTexts,
): { subject: string; lead: string } {
  const name = oneLine(senderName ?? '')
  if (count <= 1) {
    return name
      ? {
          subject: text('fileShared.one.subjectFrom', { name, what }),
          lead: text('fileShared.one.leadFrom', { name }),
        }
      : { subject: text('fileShared.one.subject', { what }), lead: text('fileShared.one.lead') }
  }
  return name
    ? {
        subject: text('fileShared.several.subjectFrom', { count, name, what }),
        lead: text('fileShared.several.leadFrom', { count, name }),
      }
    : {
        subject: text('fileShared.several.subject', { count, what }),
        lead: text('fileShared.several.lead', { count }),
      }
}
