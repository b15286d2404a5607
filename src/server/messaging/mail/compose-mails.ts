import type { Language } from '#contract/languages.ts'
import { defaultIdentity } from '#contract/operations/branding/identity.ts'
import { defaultName } from '#contract/operations/branding/names.ts'
import type { Services } from '#server/platform/services.ts'
import type { SecurityNotice } from '#server/schema/event-kinds.ts'
import { manyLines, oneLine } from './clean-text.ts'
import { countText, momentText, sizeText } from './formats.ts'
import { layOutMail, type MailContent, type MailSite, type StopAddresses } from './lay-out-mail.ts'
import { de } from './texts.de.ts'
import { en, type MailTexts } from './texts.en.ts'
import { fr } from './texts.fr.ts'

const texts: Readonly<Record<Language, MailTexts>> = { en, de, fr }

/** Texts of mails in a language, English by default. */
export function textsIn(language: Language | null | undefined): MailTexts {
  return texts[language ?? 'en']
}

/** How mails name this service. */
export function mailSite({ config }: Pick<Services, 'config'>): MailSite {
  const { publicUrl, SUPPORT_MAIL: supportMail, identity } = config
  return { site: new URL(publicUrl).host, supportMail, identity }
}

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
  const { fileShared: say } = texts
  const filename = file.endToEnd ? say.sealed.headline : oneLine(file.filename)
  const headline = oneLine(file.title ?? '') || filename
  const senderName = oneLine(file.senderName ?? '')
  const message = manyLines(file.message ?? '')
  const words = file.fileCount > 1 ? say.several : say.one
  const { subject, lead } = file.endToEnd
    ? say.withCode
    : greeting(file.fileCount, senderName, headline, texts)
  return layOutMail({
    texts,
    supportMail: file.supportMail,
    identity: file.identity,
    subject: file.isReminder ? say.reminder(subject) : subject,
    lead,
    headline,
    quote: message ? { intro: say.message, words: message } : undefined,
    action: { label: words.action, url: file.url },
    notes: [
      ...(file.isReminder ? [say.sentBefore] : []),
      words.until(momentText(file.expiresAt, texts, file.timeZone)),
      ...(file.isOwnLink ? [say.ownLink] : []),
      ...(file.deleteAfterDownload ? [words.once] : []),
      ...(file.passwordProtected ? [say.password] : []),
      ...(file.ownerOnly ? [words.ownerOnly] : []),
      ...(file.endToEnd ? [say.sealed.key] : []),
    ],
    facts: [
      ...(filename === headline || filename === `${headline}.zip` ? [] : [filename]),
      sizeText(file.size, texts),
    ],
    reasons: [senderName ? say.cautionNamed : say.caution, say.reason(file.site)],
    stop: file.stop,
  })
}

function codeLinkMail(file: SharedFile, texts: MailTexts): MailContent {
  const { fileShared: say } = texts
  const words = say.withCode
  const senderName = oneLine(file.senderName ?? '')
  const subject = senderName ? words.subjectFrom(senderName) : words.subject
  return layOutMail({
    texts,
    supportMail: file.supportMail,
    identity: file.identity,
    subject: file.isReminder ? say.reminder(subject) : subject,
    lead: senderName ? words.leadFrom(senderName) : words.lead,
    headline: words.headline,
    action: { label: words.action, url: file.url },
    notes: [
      ...(file.isReminder ? [say.sentBefore] : []),
      say.several.until(momentText(file.expiresAt, texts, file.timeZone)),
      words.code,
    ],
    facts: [],
    reasons: [senderName ? say.cautionNamed : say.caution, say.reason(file.site)],
    stop: file.stop,
  })
}

export type MailedCode = MailSite & {
  /**
   * Purpose of the code: a link, a manage link, a file request, the data held about the address, or to confirm the address of a
   * report.
   */
  readonly purpose: 'link' | 'manage' | 'rights' | 'request' | 'report'
  readonly code: string
  /** How long it is good, in milliseconds. */
  readonly lifetime: number
  readonly stop?: StopAddresses | undefined
}

/** The mail that brings someone a code. */
export function codeMail(mail: MailedCode, texts: MailTexts): MailContent {
  const { purpose, code, lifetime, site, supportMail, identity, stop } = mail
  const { code: say } = texts
  return layOutMail({
    texts,
    supportMail,
    identity,
    subject: say.subject(site),
    lead: say.lead,
    headline: code,
    notes: [say.once(countText(Math.round(lifetime / 60_000), texts), site)],
    facts: [],
    reasons: [say.reasons[purpose](site)],
    stop,
  })
}

/** Sender and number of files, for the subject and the first line. */
function greeting(
  fileCount: number,
  senderName: string,
  what: string,
  texts: MailTexts,
): { subject: string; lead: string } {
  const { one, several } = texts.fileShared
  if (fileCount <= 1) {
    return senderName
      ? { subject: one.subjectFrom(senderName, what), lead: one.leadFrom(senderName) }
      : { subject: one.subject(what), lead: one.lead }
  }
  const count = countText(fileCount, texts)
  return senderName
    ? { subject: several.subjectFrom(count, senderName, what), lead: several.leadFrom(count, senderName) }
    : { subject: several.subject(count, what), lead: several.lead(count) }
}

export type MailedManageLink = MailSite & {
  readonly filename: string
  /** Address of the page; the manage token is in it. */
  readonly url: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly stop?: StopAddresses | undefined
}

/** The mail that brings a sender the manage link of a transfer. */
export function manageLinkMail(link: MailedManageLink, texts: MailTexts): MailContent {
  const { manageLink: say } = texts
  const filename = oneLine(link.filename) || texts.fileShared.sealed.headline
  return layOutMail({
    texts,
    supportMail: link.supportMail,
    identity: link.identity,
    subject: say.subject(filename),
    lead: say.lead,
    headline: filename,
    action: { label: say.action, url: link.url },
    notes: [say.until(momentText(link.expiresAt, texts)), say.secret],
    facts: [],
    reasons: [say.reason(link.site)],
    stop: link.stop,
  })
}

/** Event of a file that its owner is mailed about. */
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

/** The mail that informs someone of what happened to a file they sent. */
export function fileNoticeMail(notice: FileNotice, texts: MailTexts): MailContent {
  const { fileNotice: say } = texts
  const words = say.events[notice.event]
  const filename = oneLine(notice.filename) || texts.fileShared.sealed.headline
  return layOutMail({
    texts,
    supportMail: notice.supportMail,
    identity: notice.identity,
    subject: words.subject(filename),
    lead: words.lead,
    headline: filename,
    action: { label: say.action, url: notice.url },
    notes: fileNotes(notice, texts),
    facts: [],
    reasons: [say.reason(notice.site)],
  })
}

function fileNotes({ event, deleted, expiresAt }: FileNotice, { fileNotice: say, ...texts }: MailTexts) {
  if (deleted) return [say.deleted]
  const { meaning } = say.events[event]
  return event === 'damaged' ? meaning : [...meaning, say.until(momentText(expiresAt, texts))]
}

export type RequestNotice = MailSite & {
  /** Uploads that have arrived, or that the request has ended because its key was deleted. */
  readonly event: { readonly received: number } | 'keyDeleted'
  /** Title of the request. */
  readonly title: string
  /** Address of what has arrived. */
  readonly url: string
}

/** The mail that informs someone of what happened to a file request of theirs. */
export function requestNoticeMail(
  { event, title, url, site, supportMail, identity }: RequestNotice,
  texts: MailTexts,
): MailContent {
  const { requestNotice: say } = texts
  const name = oneLine(title)
  const { subject, lead, meaning } = requestWords(event, name, texts)
  return layOutMail({
    texts,
    supportMail,
    identity,
    subject,
    lead,
    headline: name,
    action: { label: say.action, url },
    notes: [meaning],
    facts: [],
    reasons: [say.reason(site)],
  })
}

function requestWords(event: RequestNotice['event'], name: string, texts: MailTexts) {
  const { one, several, digest, keyDeleted } = texts.requestNotice
  if (event === 'keyDeleted') return { ...keyDeleted, subject: keyDeleted.subject(name) }
  if (event.received === 1) return { subject: one.subject(name), lead: one.lead, meaning: digest }
  const count = countText(event.received, texts)
  return { subject: several.subject(count, name), lead: several.lead(count), meaning: digest }
}

/** A link of an account in a mail, which works once. */
type AccountLink = MailSite & {
  /** Address of the page behind the link; the token is in it. */
  readonly url: string
  /** Until when the link works; milliseconds since 1970. */
  readonly expiresAt: number
}

type AccountLinkTexts = Pick<MailTexts['passwordReset'], 'headline' | 'action' | 'once' | 'reason'>

function accountLinkMail(
  { url, expiresAt, site, supportMail, identity }: AccountLink,
  say: AccountLinkTexts,
  begins: Pick<MailContent, 'subject'> & { readonly lead: string },
  texts: MailTexts,
): MailContent {
  return layOutMail({
    texts,
    supportMail,
    identity,
    ...begins,
    headline: say.headline,
    action: { label: say.action, url },
    notes: [say.once(momentText(expiresAt, texts))],
    facts: [],
    reasons: [say.reason(site)],
  })
}

export type PasswordReset = AccountLink & { readonly username: string }

/** The mail that lets someone choose a new password. */
export function passwordResetMail(mail: PasswordReset, texts: MailTexts): MailContent {
  const { passwordReset: say } = texts
  return accountLinkMail(mail, say, { subject: say.subject, lead: say.lead(mail.username) }, texts)
}

/** The mail that invites someone to open an account. */
export function invitationMail(mail: AccountLink, texts: MailTexts): MailContent {
  const { invitation: say } = texts
  return accountLinkMail(mail, say, { subject: say.subject(mail.site), lead: say.lead(mail.site) }, texts)
}

/** `isChange`: the address is to replace another. */
export type EmailVerification = AccountLink & { readonly username: string; readonly isChange: boolean }

/** The mail that lets someone confirm that an address is theirs. */
export function emailVerificationMail(mail: EmailVerification, texts: MailTexts): MailContent {
  const { emailVerification: say } = texts
  const lead = (mail.isChange ? say.leadChange : say.lead)(mail.username, mail.site)
  return accountLinkMail(mail, say, { subject: say.subject(mail.site), lead }, texts)
}

export type AccountNotice = MailSite & {
  readonly event: SecurityNotice
  /** Milliseconds since 1970. */
  readonly at: number
  /** Device, such as «Firefox, Windows». */
  readonly device?: string | undefined
  readonly username: string
  /** Address of the page where the person can look, or act. */
  readonly url: string
}

/** The mail about what happened to their account. */
export function securityNoticeMail(notice: AccountNotice, texts: MailTexts): MailContent {
  const { security: say } = texts
  const words = say.events[notice.event]
  const { name } = notice.identity ?? defaultIdentity
  // The texts call the service by its default name.
  const label = words.action.replace(defaultName, () => name)
  return layOutMail({
    texts,
    supportMail: notice.supportMail,
    identity: notice.identity,
    subject: words.subject(notice.site),
    lead: say.lead(notice.username, notice.site),
    headline: words.headline,
    action: { label, url: notice.url },
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

/** The mail with which an operator tries the mail server. */
export function testMail({ site, supportMail, identity }: MailSite, texts: MailTexts): MailContent {
  const { test: say } = texts
  return layOutMail({
    texts,
    supportMail,
    identity,
    subject: say.subject(site),
    lead: say.lead(site),
    headline: say.headline,
    notes: [say.spam],
    facts: [],
    reasons: [say.reason(site)],
  })
}
