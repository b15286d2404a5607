import { defaultIdentity } from '#contract/operations/branding/identity.ts'
import { defaultName } from '#contract/operations/branding/names.ts'
import type { Services } from '#server/platform/services.ts'
import type { SecurityNotice } from '#server/schema/event-kinds.ts'
import { oneLine } from './clean-text.ts'
import { momentText } from './formats.ts'
import { layOutMail, type MailContent, type MailSite, type StopAddresses } from './lay-out-mail.ts'
import type { MailTexts } from './mail-texts.ts'

/** How mails name this service. */
export function mailSite({ config }: Pick<Services, 'config'>): MailSite {
  const { publicUrl, SUPPORT_MAIL: supportMail, identity } = config
  return { site: new URL(publicUrl).host, supportMail, identity }
}

type MailedCode = MailSite & {
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
  const { text } = texts
  const minutes = Math.round(lifetime / 60_000)
  return layOutMail({
    texts,
    supportMail,
    identity,
    subject: text('code.subject', { site }),
    lead: text('code.lead'),
    headline: code,
    notes: [text('code.once', { minutes, site })],
    facts: [],
    reasons: [text(`code.reasons.${purpose}`, { site })],
    stop,
  })
}

type MailedManageLink = MailSite & {
  readonly filename: string
  /** Address of the page; the manage token is in it. */
  readonly url: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly stop?: StopAddresses | undefined
}

/** The mail that brings a sender the manage link of a transfer. */
export function manageLinkMail(link: MailedManageLink, texts: MailTexts): MailContent {
  const { text } = texts
  const filename = oneLine(link.filename) || text('fileShared.sealed.headline')
  return layOutMail({
    texts,
    supportMail: link.supportMail,
    identity: link.identity,
    subject: text('manageLink.subject', { what: filename }),
    lead: text('manageLink.lead'),
    headline: filename,
    action: { label: text('manageLink.action'), url: link.url },
    notes: [
      text('manageLink.until', { moment: momentText(link.expiresAt, texts) }),
      text('manageLink.secret'),
    ],
    facts: [],
    reasons: [text('manageLink.reason', { site: link.site })],
    stop: link.stop,
  })
}

/** Events of a file that its owner is mailed about. */
export const fileEvents = ['downloaded', 'expiring', 'damaged'] as const
export type FileEvent = (typeof fileEvents)[number]

type FileNotice = MailSite & {
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
  const { text } = texts
  const filename = oneLine(notice.filename) || text('fileShared.sealed.headline')
  return layOutMail({
    texts,
    supportMail: notice.supportMail,
    identity: notice.identity,
    subject: text(`fileNotice.events.${notice.event}.subject`, { file: filename }),
    lead: text(`fileNotice.events.${notice.event}.lead`),
    headline: filename,
    action: { label: text('fileNotice.action'), url: notice.url },
    notes: fileNotes(notice, texts),
    facts: [],
    reasons: [text('fileNotice.reason', { site: notice.site })],
  })
}

function fileNotes({ event, deleted, expiresAt }: FileNotice, texts: MailTexts): string[] {
  const { text } = texts
  if (deleted) return [text('fileNotice.deleted')]
  if (event === 'damaged') return [text('fileNotice.events.damaged.meaning')]
  const until = text('fileNotice.until', { moment: momentText(expiresAt, texts) })
  return event === 'downloaded' ? [text('fileNotice.events.downloaded.meaning'), until] : [until]
}

type RequestNotice = MailSite & {
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
  const { text } = texts
  const name = oneLine(title)
  return layOutMail({
    texts,
    supportMail,
    identity,
    ...requestWords(event, name, texts),
    headline: name,
    action: { label: text('requestNotice.action'), url },
    facts: [],
    reasons: [text('requestNotice.reason', { site })],
  })
}

function requestWords(event: RequestNotice['event'], title: string, { text }: MailTexts) {
  if (event === 'keyDeleted')
    return {
      subject: text('requestNotice.keyDeleted.subject', { title }),
      lead: text('requestNotice.keyDeleted.lead'),
      notes: [text('requestNotice.keyDeleted.meaning')],
    }
  const { received: count } = event
  const notes = [text('requestNotice.digest')]
  return count === 1
    ? { subject: text('requestNotice.one.subject', { title }), lead: text('requestNotice.one.lead'), notes }
    : {
        subject: text('requestNotice.several.subject', { count, title }),
        lead: text('requestNotice.several.lead', { count }),
        notes,
      }
}

/** A link of an account in a mail, which works once. */
type AccountLink = MailSite & {
  /** Address of the page behind the link; the token is in it. */
  readonly url: string
  /** Until when the link works; milliseconds since 1970. */
  readonly expiresAt: number
}

function accountLinkMail(
  kind: 'passwordReset' | 'invitation' | 'emailVerification',
  { url, expiresAt, site, supportMail, identity }: AccountLink,
  begins: { readonly subject: string; readonly lead: string },
  texts: MailTexts,
): MailContent {
  const { text } = texts
  return layOutMail({
    texts,
    supportMail,
    identity,
    ...begins,
    headline: text(`account.${kind}.headline`),
    action: { label: text(`account.${kind}.action`), url },
    notes: [text(`account.${kind}.once`, { moment: momentText(expiresAt, texts) })],
    facts: [],
    reasons: [text(`account.${kind}.reason`, { site })],
  })
}

type PasswordReset = AccountLink & { readonly username: string }

/** The mail that lets someone choose a new password. */
export function passwordResetMail(mail: PasswordReset, texts: MailTexts): MailContent {
  const { text } = texts
  const lead = text('account.passwordReset.lead', { name: mail.username })
  return accountLinkMail(
    'passwordReset',
    mail,
    { subject: text('account.passwordReset.subject'), lead },
    texts,
  )
}

/** The mail that invites someone to open an account. */
export function invitationMail(mail: AccountLink, texts: MailTexts): MailContent {
  const { text } = texts
  const { site } = mail
  const subject = text('account.invitation.subject', { site })
  return accountLinkMail(
    'invitation',
    mail,
    { subject, lead: text('account.invitation.lead', { site }) },
    texts,
  )
}

/** `isChange`: the address is to replace another. */
type EmailVerification = AccountLink & { readonly username: string; readonly isChange: boolean }

/** The mail that lets someone confirm that an address is theirs. */
export function emailVerificationMail(mail: EmailVerification, texts: MailTexts): MailContent {
  const { text } = texts
  const { username: name, site } = mail
  const subject = text('account.emailVerification.subject', { site })
  const lead = mail.isChange
    ? text('account.emailVerification.leadChange', { name, site })
    : text('account.emailVerification.lead', { name, site })
  return accountLinkMail('emailVerification', mail, { subject, lead }, texts)
}

type AccountNotice = MailSite & {
  readonly event: SecurityNotice
  /** Milliseconds since 1970. */
  readonly at: number
  /** Device, such as «Firefox, Windows». */
  readonly device?: string | undefined
  readonly username: string
  /** Address of the page where the person can look, or act. */
  readonly url: string
}

/** Events that are mailed for a reason of their own; the others, because someone wants mails about security. */
const withReason = [
  'accountReclaimed',
  'emailChanged',
  'emailChangeRequested',
  'accountErased',
  'noticesOff',
  'webhookOff',
] as const satisfies SecurityNotice[]

/** The mail about what happened to their account. */
export function securityNoticeMail(notice: AccountNotice, texts: MailTexts): MailContent {
  const { text } = texts
  const { event, username, site, device } = notice
  const { name } = notice.identity ?? defaultIdentity
  // The texts call the service by its default name.
  const label = text(`security.events.${event}.action`).replace(defaultName, () => name)
  return layOutMail({
    texts,
    supportMail: notice.supportMail,
    identity: notice.identity,
    subject: text(`security.events.${event}.subject`, { site }),
    lead: text('security.lead', { name: username, site }),
    headline: text(`security.events.${event}.headline`),
    action: { label, url: notice.url },
    notes: [text(`security.events.${event}.meaning`), text(`security.events.${event}.otherwise`)],
    facts: [
      momentText(notice.at, texts),
      ...(device === undefined
        ? []
        : [
            device === ''
              ? text('security.unknownDevice')
              : text('security.device', { name: oneLine(device) }),
          ]),
    ],
    reasons: [securityReason(event, site, texts)],
  })
}

/** Why someone gets a mail about their account. */
export function securityReason(event: SecurityNotice, site: string, { text }: MailTexts): string {
  const own = withReason.find((one) => one === event)
  return own ? text(`security.events.${own}.reason`, { site }) : text('security.reason', { site })
}

/** The mail with which an operator tries the mail server. */
export function testMail({ site, supportMail, identity }: MailSite, texts: MailTexts): MailContent {
  const { text } = texts
  return layOutMail({
    texts,
    supportMail,
    identity,
    subject: text('test.subject', { site }),
    lead: text('test.lead', { site }),
    headline: text('test.headline'),
    notes: [text('test.spam')],
    facts: [],
    reasons: [text('test.reason', { site })],
  })
}
