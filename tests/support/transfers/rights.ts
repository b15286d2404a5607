import { rightsSessionHeader } from '#contract/accounts/rights.ts'
import type { Language } from '#contract/languages.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import { writtenMails } from '../mail/written-mails.ts'
import type { TestServer } from '../server/server.ts'
import { callerOf, type MailingServer } from './recipients.ts'
import { until } from './transfers.ts'

/** The codes that were mailed to an address: to a mail server, in their order, or into the folder of a server without one. */
async function codesFor(server: TestServer | MailingServer, email: string): Promise<string[]> {
  await eventsHandled(server.services)
  const mails =
    'mailServer' in server
      ? server.mailServer.mails.filter(({ to }) => to.includes(email)).map(({ mail }) => mail)
      : await writtenMails(server.services.config.DATA_DIR, email)
  return mails.flatMap(({ text }) => /^\d{6}$/m.exec(text ?? '') ?? [])
}

/** Has a code mailed to an address and reads it. */
export async function mailedRightsCode(server: TestServer | MailingServer, email: string): Promise<string> {
  const before = (await codesFor(server, email)).length
  await callerOf(server).call('rightsCode', { body: { email } })
  await until(async () => (await codesFor(server, email)).length > before)
  return (await codesFor(server, email)).at(-1) ?? ''
}

/** Opens the rights centre with the code of a mail: a client, and the header for its calls. */
export async function openRights(
  server: TestServer | MailingServer,
  email: string,
  language: Language = 'en',
) {
  const code = await mailedRightsCode(server, email)
  const client = callerOf(server)
  const { session, until: end } = await client.call('openRights', { body: { email, code, language } })
  return { client, headers: { [rightsSessionHeader]: session }, session, until: end }
}
