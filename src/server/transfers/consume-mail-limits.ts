import { checkRateLimit } from '#server/platform/rate-limits/check-rate-limit.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/consume-rate-limit.ts'
import { refundRateLimit } from '#server/platform/rate-limits/refund-rate-limit.ts'
import type { Services } from '#server/platform/services.ts'
import { mailLimits } from './mail-limits.ts'
import type { Sender } from './upload/sender.ts'

type Limits = Pick<Services, 'database' | 'clock' | 'config'>

/**
 * Consumes a mail to each of the recipients, or to none, and then does the work that appends them. What was consumed is
 * refunded when the work fails.
 * @throws Failure RATE_LIMITED, and whatever the work throws
 */
export async function withMailLimits<Result>(
  services: Limits,
  sender: Pick<Sender, 'userId' | 'address'>,
  recipients: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const consumed: ReturnType<typeof mailLimits> = []
  try {
    for (const one of mailLimits(sender, recipients)) {
      await consumeRateLimit(services, ...one)
      consumed.push(one)
    }
    return await work()
  } catch (error) {
    for (const one of consumed) await refundRateLimit(services, ...one)
    throw error
  }
}

/** Looks whether they could be sent now, before gigabytes are sent in vain. @throws Failure RATE_LIMITED */
export async function checkMailLimits(
  services: Limits,
  sender: Pick<Sender, 'userId' | 'address'>,
  recipients: readonly string[],
): Promise<void> {
  for (const one of mailLimits(sender, recipients)) await checkRateLimit(services, ...one)
}
