import { mailSite } from '#server/messaging/mail/mail-site.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { type SecurityEvent, securityNoticeMail } from '#server/messaging/mail/security-notice.ts'
import { textsIn } from '#server/messaging/mail/texts-in.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

export type Concerned = Pick<UsersRow, 'username' | 'email' | 'language' | 'wants_security'>

/** Which page each mail leads to: the account itself, or a new password for whoever cannot sign in any more. */
const pages: Record<SecurityEvent, string> = {
  newSignIn: '/portal',
  passwordChanged: '/forgot-password',
  emailChanged: '/portal',
  keyPasswordChanged: '/portal',
  keyDeleted: '/portal',
  sessionStolen: '/portal',
  noticesOff: '/portal',
  accountErased: '/',
}

/** These are sent whatever a person has set: whoever took an account over could have switched the others off. */
const always: ReadonlySet<SecurityEvent> = new Set(['emailChanged', 'noticesOff', 'accountErased'])

/**
 * Puts a mail about what happened to an account into the outbox, if its person wants such mails. Within the transaction
 * that does it, either both hold or neither. Call deliverSoon once it is committed.
 * @param device where it happened, as far as it is known
 */
export async function queueSecurityNotice(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  database: Database,
  user: Concerned,
  event: SecurityEvent,
  device?: string,
): Promise<void> {
  if (user.wants_security === 0 && !always.has(event)) return
  const now = clock.now()
  const content = securityNoticeMail(
    {
      event,
      at: now,
      device,
      username: user.username,
      url: `${config.publicUrl}${pages[event]}`,
      ...mailSite({ config }),
    },
    textsIn(user.language),
  )
  await queueMail(database, { ...content, kind: `security ${event}`, to: user.email }, now)
}
