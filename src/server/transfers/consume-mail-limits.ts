import { checkRateLimit } from '#server/platform/rate-limits/check-rate-limit.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/consume-rate-limit.ts'
import { refundRateLimit } from '#server/platform/rate-limits/refund-rate-limit.ts'
import type { Services } from '#server/platform/services.ts'
import { mailLimits } from './mail-limits.ts'
import type { Sender } from './upload/sender.ts'

type Limits = Pick<Services, 'database' | 'clock' | 'config'>

/**
 * Lets a sender send a mail to each of the recipients, or to none. Call it before the transaction that queues them.
 * @throws Failure RATE_LIMITED
 */
export async function consumeMailLimits(
  services: Limits,
  sender: Pick<Sender, 'userId' | 'address'>,
  recipients: readonly string[],
): Promise<void> {
  const taken: ReturnType<typeof mailLimits> = []
  try {
    for (const one of mailLimits(sender, recipients)) {
      await consumeRateLimit(services, ...one)
      taken.push(one)
    }
  } catch (error) {
    for (const one of taken) await refundRateLimit(services, ...one)
    throw error
  }
}

/** Looks whether they could be sent now: nobody should send gigabytes first to be told. @throws Failure RATE_LIMITED */
export async function checkMailLimits(
  services: Limits,
  sender: Pick<Sender, 'userId' | 'address'>,
  recipients: readonly string[],
): Promise<void> {
  for (const one of mailLimits(sender, recipients)) await checkRateLimit(services, ...one)
}
