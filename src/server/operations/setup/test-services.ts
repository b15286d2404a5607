import { newId } from '#crypto/random-id.ts'
import { mailSite, testMail } from '#server/messaging/mail/compose-mails.ts'
import { textsIn } from '#server/messaging/mail/mail-texts.ts'
import { Failure } from '#server/platform/failure.ts'
import { MailFailure, MailRefused } from '#server/platform/mail-transport/mailer.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'

const HOUR = 60 * 60_000
const testMails = { burst: 10, interval: HOUR / 10 }

/**
 * Sends the person a mail, and waits for what the mail server says to it.
 * @returns the address
 * @throws Failure NO_MAIL_SERVER, RATE_LIMITED, and MAIL_NOT_SENT with what the server said as its details
 */
export async function sendTestMail(services: Services, userId: string): Promise<string> {
  const { config, database, mailer, clock } = services
  if (mailer.name === 'folder') throw new Failure('NO_MAIL_SERVER')
  await consumeRateLimit(services, `test mail ${userId}`, testMails)
  const { email, language } = await database
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const content = testMail(mailSite(services), textsIn(language))
  try {
    await mailer.send({ ...content, id: newId(), to: email, from: config.mailFrom, date: clock.now() })
  } catch (cause) {
    if (!(cause instanceof MailFailure || cause instanceof MailRefused)) throw cause
    throw new Failure('MAIL_NOT_SENT', { details: cause.message, cause })
  }
  return email
}
