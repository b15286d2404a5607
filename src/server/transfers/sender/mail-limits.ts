import { sha256 } from '#crypto/random-id.ts'
import { assertNotStopped, findStopped } from '#server/identity/consents/stop-list.ts'
import { type Policy, policyFor } from '#server/identity/principals/policy.ts'
import { userIdOf } from '#server/identity/principals/principal.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import {
  checkRateLimit,
  consumeRateLimit,
  type RateLimit,
  refundRateLimit,
} from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import type { Sender } from './sender.ts'

const HOUR = 60 * 60_000

/** Mails an hour to one recipient from all senders, so that no mailbox is flooded. */
const perRecipient = { burst: 30, interval: HOUR / 30 }

type Limits = Pick<Services, 'database' | 'clock' | 'config'>

/**
 * Lets a sender send a mail to each of the recipients, or to none. Call it before the transaction that queues them, and
 * refundMailLimits when that fails.
 * @throws Failure RATE_LIMITED
 */
export async function consumeMailLimits(
  services: Limits,
  sender: Sender,
  recipients: readonly string[],
): Promise<void> {
  const consumed: MailLimit[] = []
  try {
    for (const one of mailLimits(services, sender, recipients)) {
      await consumeRateLimit(services, ...one)
      consumed.push(one)
    }
  } catch (error) {
    // guard: refund of mails -> tests/http/messaging/mail-announcements.test.ts "cannot fill one mailbox"
    for (const one of consumed) await refundRateLimit(services, ...one)
    throw error
  }
}

/** Gives back what mails that were not queued have consumed. */
export async function refundMailLimits(
  services: Limits,
  sender: Sender,
  recipients: readonly string[],
): Promise<void> {
  for (const one of mailLimits(services, sender, recipients)) await refundRateLimit(services, ...one)
}

/**
 * Fails early if the mails could not be sent now, before gigabytes are uploaded.
 * @throws Failure RATE_LIMITED, MAIL_STOPPED
 */
export async function checkMails(
  services: Limits,
  sender: Sender,
  recipients: readonly string[],
): Promise<void> {
  await assertNotStopped(services.database, recipients)
  for (const one of mailLimits(services, sender, recipients)) await checkRateLimit(services, ...one)
}

/** Refuses calls that are useless without mails. @throws Failure NO_MAIL_SERVER where no mail server is set */
export function assertMailServer({ SMTP_URL }: Pick<Services['config'], 'SMTP_URL'>): void {
  if (SMTP_URL === undefined) throw new Failure('NO_MAIL_SERVER')
}

/**
 * Locks addresses until a transaction ends, so that one that writes them down and one that erases one of them come one after the
 * other: both call it before they read what the other writes, and before they lock anything else that uploads lock.
 */
export async function lockRecipients(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  addresses: readonly string[],
): Promise<void> {
  const keys = new Set(addresses.map((address) => recipientKey(address.toLowerCase())))
  // guard: erasure of an address beside an upload -> tests/http/rights/rights.test.ts "when files for them arrive" on postgres
  //   drops if (keys.size === 0)
  if (keys.size === 0) return
  // In one order, so that two that lock several wait for one another and not both.
  const rows = [...keys].toSorted().map((key) => ({ key, free_at: clock.now() }))
  await transaction
    .insertInto('rate_limits')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({ free_at: ref('rate_limits.free_at') })),
    )
    .execute()
}

/** Locks recipients who are about to be written down. @returns those of them who have stopped mails by now, or were erased */
export async function lockAndFindStopped(
  services: Pick<Services, 'clock'>,
  transaction: Database,
  addresses: readonly string[],
): Promise<string[]> {
  await lockRecipients(services, transaction, addresses)
  // guard: address stopped during an upload -> tests/http/rights/rights.test.ts "are still sent"
  //   findStopped(transaction, addresses) becomes []
  return findStopped(transaction, addresses)
}

/** Forgets how often an address was mailed, in the transaction that erases all that is held about it. */
export async function forgetRecipientLimit(transaction: Database, address: string): Promise<void> {
  await transaction.deleteFrom('rate_limits').where('key', '=', recipientKey(address)).execute()
}

function recipientKey(folded: string): string {
  return `mail-to:${sha256(folded).toString('base64url')}`
}

type MailLimit = [key: string, limit: RateLimit, count: number]

/** Limits that a mail to each recipient consumes. The keys hold a hash of each address. */
function mailLimits(
  { config }: Limits,
  { principal, address }: Sender,
  recipients: readonly string[],
): MailLimit[] {
  const folded = new Set(recipients.map((recipient) => recipient.toLowerCase()))
  if (folded.size === 0) return []
  const { mailsPerHour } = policyFor(principal, config)
  return [
    [
      `mail:${userIdOf(principal) ?? address}`,
      { burst: mailsPerHour, interval: Math.ceil(HOUR / mailsPerHour) },
      folded.size,
    ],
    ...Array.from(folded, (recipient): MailLimit => [recipientKey(recipient), perRecipient, 1]),
  ]
}

/** @throws Failure RULE_FORBIDS for an address at another domain than recipients have to be at */
export function assertRecipientDomain(email: string, { recipientDomains }: Policy): void {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (recipientDomains && !recipientDomains.includes(domain))
    throw new Failure('RULE_FORBIDS', { details: `emails: only at ${recipientDomains.join(', ')}` })
}
