import { sha256 } from '#crypto/random-id.ts'
import { returnAllowance } from '../limits/return-allowance.ts'
import { type Allowance, takeAllowance } from '../limits/take-allowance.ts'
import type { Services } from '../ports/services.ts'
import type { Sender } from './upload/sender.ts'

const HOUR = 60 * 60_000

/** Mails an hour: enough for people, too few for advertising. */
const mails = {
  anybody: { burst: 20, interval: HOUR / 20 },
  account: { burst: 100, interval: HOUR / 100 },
  /** However many senders there are, so that nobody's mailbox is filled through us. */
  recipient: { burst: 30, interval: HOUR / 30 },
}

/**
 * Lets a sender send a mail to each of the recipients, or to none. Call it before the transaction that queues them. The
 * table keeps a hash of each address.
 * @throws Failure RATE_LIMITED
 */
export async function takeMailAllowance(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  { userId, address }: Pick<Sender, 'userId' | 'address'>,
  recipients: readonly string[],
): Promise<void> {
  const folded = new Set(recipients.map((recipient) => recipient.toLowerCase()))
  if (folded.size === 0) return
  const wanted: [key: string, Allowance, count: number][] = [
    [`mail:${userId ?? address}`, userId === null ? mails.anybody : mails.account, folded.size],
  ]
  for (const recipient of folded)
    wanted.push([`mail-to:${sha256(recipient).toString('base64url')}`, mails.recipient, 1])
  const taken: typeof wanted = []
  try {
    for (const one of wanted) {
      await takeAllowance(services, ...one)
      taken.push(one)
    }
  } catch (error) {
    for (const one of taken) await returnAllowance(services, ...one)
    throw error
  }
}
