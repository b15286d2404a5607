import { sha256 } from '#crypto/random-id.ts'
import type { RateLimit } from '#server/platform/rate-limits/consume-rate-limit.ts'
import type { Sender } from './upload/sender.ts'

const HOUR = 60 * 60_000

/** Mails an hour: enough for people, too few for advertising. */
const mails = {
  anybody: { burst: 20, interval: HOUR / 20 },
  account: { burst: 100, interval: HOUR / 100 },
  /** However many senders there are, so that nobody's mailbox is filled through us. */
  recipient: { burst: 30, interval: HOUR / 30 },
}

/** What a mail to each of the recipients takes. The keys hold a hash of each address. */
export function mailLimits(
  { userId, address }: Pick<Sender, 'userId' | 'address'>,
  recipients: readonly string[],
): [key: string, RateLimit, count: number][] {
  const folded = new Set(recipients.map((recipient) => recipient.toLowerCase()))
  if (folded.size === 0) return []
  return [
    [`mail:${userId ?? address}`, userId === null ? mails.anybody : mails.account, folded.size],
    ...Array.from(folded, (recipient): [string, RateLimit, number] => [
      `mail-to:${sha256(recipient).toString('base64url')}`,
      mails.recipient,
      1,
    ]),
  ]
}
