import { takeAllowance } from '../limits/take-allowance.ts'
import type { Services } from '../ports/services.ts'
import type { Sender } from './upload/sender.ts'

/** 20 mails an hour: enough for people, too few for advertising. */
const mails = { burst: 20, interval: 3 * 60_000 }

/**
 * Lets a sender send `count` mails, or none. Call it before the transaction that queues them.
 * @throws Failure RATE_LIMITED
 */
export async function takeMailAllowance(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  { userId, address }: Pick<Sender, 'userId' | 'address'>,
  count: number,
): Promise<void> {
  if (count > 0) await takeAllowance(services, `mail:${userId ?? address}`, mails, count)
}
