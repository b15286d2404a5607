import { takeAllowance } from '../limits/take-allowance.ts'
import type { Services } from '../ports/services.ts'
import type { Sender } from './upload/sender.ts'

const HOUR = 60 * 60_000

/** Mails an hour: enough for people, too few for advertising. */
const mails = {
  anybody: { burst: 20, interval: HOUR / 20 },
  account: { burst: 100, interval: HOUR / 100 },
}

/**
 * Lets a sender send `count` mails, or none. Call it before the transaction that queues them.
 * @throws Failure RATE_LIMITED
 */
export async function takeMailAllowance(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  { userId, address }: Pick<Sender, 'userId' | 'address'>,
  count: number,
): Promise<void> {
  if (count === 0) return
  const allowance = userId === null ? mails.anybody : mails.account
  await takeAllowance(services, `mail:${userId ?? address}`, allowance, count)
}
