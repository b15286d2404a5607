import { addressTokenOf } from '#server/identity/addresses/address-hash.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Subscriber } from '#server/platform/events/open-dispatcher.ts'
import type { Services } from '#server/platform/services.ts'
import type { EventOf, SecurityNotice } from '#server/schema/event-kinds.ts'
import { oneLine } from './clean-text.ts'
import { fileSharedMail } from './compose-link-mail.ts'
import {
  codeMail,
  emailVerificationMail,
  invitationMail,
  mailSite,
  manageLinkMail,
  passwordResetMail,
  securityNoticeMail,
} from './compose-mails.ts'
import { deliverSoon } from './deliver-mail.ts'
import type { StopAddresses } from './lay-out-mail.ts'
import { textsIn } from './mail-texts.ts'
import { queueMail, recipientMail } from './outbox.ts'
import { queueDecision, queueObjection, queueReport } from './reports/queue-report-mails.ts'

/** Page that each mail leads to: the account, or a new password for people who can no longer sign in. */
const pages: Record<SecurityNotice, string> = {
  newSignIn: '/portal/profile?section=security',
  passwordChanged: '/forgot-password',
  accountReclaimed: '/portal/profile?section=security',
  emailChanged: '/portal/profile?section=account',
  emailChangeRequested: '/portal/profile?section=account',
  identityConnected: '/portal/profile?section=security',
  identityDisconnected: '/portal/profile?section=security',
  apiKeyCreated: '/portal/profile?section=integrations',
  secondFactorOn: '/portal/profile?section=security',
  secondFactorOff: '/portal/profile?section=security',
  passkeyAdded: '/portal/profile?section=security',
  passkeyRemoved: '/portal/profile?section=security',
  appRemoved: '/portal/profile?section=security',
  recoveryCodeUsed: '/portal/profile?section=security',
  recoveryCodesMade: '/portal/profile?section=security',
  factorsReset: '/portal/profile?section=security',
  keyPasswordChanged: '/portal/profile?section=keys',
  keyDeleted: '/portal/profile?section=keys',
  sessionStolen: '/portal/profile?section=security',
  noticesOff: '/portal/profile?section=account',
  webhookOff: '/portal/webhooks',
  accountErased: '/',
}

/** Sent whatever a person has set: an attacker with the account could have switched the others off. */
const always: ReadonlySet<SecurityNotice> = new Set([
  'accountReclaimed',
  'emailChanged',
  'emailChangeRequested',
  'noticesOff',
  'accountErased',
  'webhookOff',
])

type Needs = Pick<Services, 'config' | 'clock' | 'database' | 'keyRing' | 'mailer' | 'log' | 'background'>

/**
 * Queues the mails that carry links to recipients, and those about accounts; of files, their owners are mailed by
 * notifications/notification-subscriber.ts.
 */
export function mailSubscriber(services: Needs): Subscriber {
  return {
    async handle(transaction, event) {
      if (event.kind.startsWith('report.') && !services.config.REPORTS) return
      switch (event.kind) {
        case 'transfer.created':
        case 'link.sent':
          return queueLinks(services, transaction, event)
        case 'code.requested':
          return queueCode(services, transaction, event)
        case 'transfer.manage-link-requested':
          return queueManageLink(services, transaction, event)
        case 'report.received':
          return queueReport(services, transaction, event)
        case 'report.appealed':
          return queueObjection(services, transaction, event)
        case 'report.decided':
          return queueDecision(services, transaction, event)
        case 'account.password-reset-requested':
          return queueReset(services, transaction, event)
        case 'account.invited':
          return queueInvitation(services, transaction, event)
        case 'account.email-verification-requested':
          return queueVerification(services, transaction, event)
        case 'account.security-notice':
          return queueNotice(services, transaction, event)
      }
    },
    afterCommit: () => deliverSoon(services),
  }
}

async function queueLinks(
  services: Needs,
  transaction: Database,
  event: EventOf<'transfer.created' | 'link.sent'>,
): Promise<void> {
  const { at, transferId, payload } = event
  const { transfer, timeZone } = payload
  const replyTo =
    services.config.REPLY_TO === 'sender' ? await confirmedAddress(transaction, transferId) : undefined
  for (const { email, language, linkId: ownLinkId, ...said } of payload.announcements) {
    const linkId = ownLinkId ?? event.linkId
    const shared = {
      ...transfer,
      ...said,
      ...mailSite(services),
      url: `${services.config.publicUrl}/download/${linkId}`,
      timeZone,
      isOwnLink: ownLinkId !== undefined,
      stop: await stopAddressesOf(services, transaction, email),
    }
    await queueMail(services, transaction, {
      ...fileSharedMail(shared, textsIn(language)),
      kind: ownLinkId === undefined ? 'file-shared' : recipientMail,
      to: email,
      sender: oneLine(said.senderName ?? '') || undefined,
      replyTo,
      at,
      transferId,
      linkId,
    })
  }
}

/** Address of the account that a transfer belongs to, once this service has confirmed it. Guests have none. */
async function confirmedAddress(
  transaction: Database,
  transferId: string | null,
): Promise<string | undefined> {
  const owner = await transaction
    .selectFrom('transfers')
    .innerJoin('users', 'users.id', 'transfers.owner_id')
    .select('users.email')
    .where('transfers.id', '=', transferId)
    // guard: addresses that nobody confirmed get no answers -> tests/http/messaging/mail.test.ts "answers go to"
    .where('users.email_verified_at', 'is not', null)
    .executeTakeFirst()
  return owner?.email
}

async function queueCode(
  services: Needs,
  transaction: Database,
  { at, transferId, linkId, payload }: EventOf<'code.requested'>,
): Promise<void> {
  const { email, language, purpose, code, expiresAt } = payload
  // Codes for the rights page have no stop link: the owner of the address asks for them.
  const stop = purpose === 'rights' ? undefined : await stopAddressesOf(services, transaction, email)
  const mail = { purpose, code, lifetime: expiresAt - at, stop, ...mailSite(services) }
  const content = codeMail(mail, textsIn(language))
  await queueMail(services, transaction, { ...content, kind: 'code', to: email, at, transferId, linkId })
}

async function queueManageLink(
  services: Needs,
  transaction: Database,
  { at, transferId, payload }: EventOf<'transfer.manage-link-requested'>,
): Promise<void> {
  const { email, language, ...link } = payload
  const stop = await stopAddressesOf(services, transaction, email)
  const content = manageLinkMail({ ...link, stop, ...mailSite(services) }, textsIn(language))
  await queueMail(services, transaction, { ...content, kind: 'manage link', to: email, at, transferId })
}

async function stopAddressesOf(
  { config: { publicUrl } }: Needs,
  transaction: Database,
  email: string,
): Promise<StopAddresses> {
  const token = await addressTokenOf(transaction, email)
  return { page: `${publicUrl}/stop-mails#${token}`, post: `${publicUrl}/api/mails/stop/${token}` }
}

async function queueReset(
  services: Needs,
  transaction: Database,
  { at, userId, payload }: EventOf<'account.password-reset-requested'>,
): Promise<void> {
  const { person, token, expiresAt } = payload
  const content = passwordResetMail(
    {
      username: person.username,
      url: `${services.config.publicUrl}/reset-password?token=${token}`,
      expiresAt,
      ...mailSite(services),
    },
    textsIn(person.language),
  )
  await queueMail(services, transaction, { ...content, kind: 'password reset', to: person.email, at, userId })
}

async function queueInvitation(
  services: Needs,
  transaction: Database,
  { at, payload }: EventOf<'account.invited'>,
): Promise<void> {
  const { email, language, token, expiresAt } = payload
  const url = `${services.config.publicUrl}/register#${token}`
  const content = invitationMail({ url, expiresAt, ...mailSite(services) }, textsIn(language))
  await queueMail(services, transaction, { ...content, kind: 'invitation', to: email, at })
}

async function queueVerification(
  services: Needs,
  transaction: Database,
  { at, userId, payload }: EventOf<'account.email-verification-requested'>,
): Promise<void> {
  const { person, isChange, token, expiresAt } = payload
  const content = emailVerificationMail(
    {
      username: person.username,
      url: `${services.config.publicUrl}/verify-email#${token}`,
      isChange,
      expiresAt,
      ...mailSite(services),
    },
    textsIn(person.language),
  )
  await queueMail(services, transaction, {
    ...content,
    kind: 'email verification',
    to: person.email,
    at,
    userId,
  })
}

async function queueNotice(
  services: Needs,
  transaction: Database,
  { at, userId, payload }: EventOf<'account.security-notice'>,
): Promise<void> {
  const { person, notice, wanted, device } = payload
  if (!wanted && !always.has(notice)) return
  const content = securityNoticeMail(
    {
      event: notice,
      at,
      device,
      username: person.username,
      url: `${services.config.publicUrl}${pages[notice]}`,
      ...mailSite(services),
    },
    textsIn(person.language),
  )
  await queueMail(services, transaction, {
    ...content,
    kind: `security ${notice}`,
    to: person.email,
    at,
    userId,
  })
}
