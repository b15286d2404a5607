import assert from 'node:assert/strict'
import type { Email } from 'postal-mime'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { proofHeader } from '#contract/headers.ts'
import type { Announcement } from '#contract/transfers/files.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/mail-server.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { type SentTransfer, sendTransfer } from './managed-transfers.ts'
import { until } from './transfers.ts'

/** A server whose mails go to a mail server. */
export async function startMailingServer({
  environment,
  ...options
}: Parameters<typeof startServer>[0] = {}) {
  const mailServer = await startMailServer()
  const server = await startServer({ ...options, environment: { SMTP_URL: mailServer.url, ...environment } })
  return {
    ...server,
    mailServer,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await mailServer[Symbol.asyncDispose]()
    },
  }
}

export type MailingServer = TestServer & { readonly mailServer: MailServer }

/** A transfer with links of its recipients, by their addresses. */
type SentToRecipients = SentTransfer & { readonly links: ReadonlyMap<string, string> }

/** Sends a file to recipients; with links of their own that need a code unless told. */
export async function sendTo(
  server: MailingServer,
  emails: readonly (string | Announcement)[],
  given: Parameters<typeof sendTransfer>[2] = {},
): Promise<SentToRecipients> {
  const announcements = emails.map((one) =>
    typeof one === 'string' ? { email: one, ownLink: true, needsCode: true } : one,
  )
  const sent = await sendTransfer(server, Buffer.from('hello'), {
    ...given,
    fields: { ...given.fields, emails: JSON.stringify(announcements) },
  })
  return { ...sent, links: await recipientLinks(server, sent) }
}

/** The ids of the recipients' links of a transfer, by their addresses. */
export async function recipientLinks(
  { services }: TestServer,
  { ref }: Pick<SentTransfer, 'ref'>,
): Promise<Map<string, string>> {
  const rows = await services.database
    .selectFrom('links')
    .select(['id', 'recipient'])
    .where('transfer_id', '=', ref)
    .where('kind', '=', 'recipient')
    .execute()
  return new Map(rows.map(({ id, recipient }) => [recipient ?? '', id]))
}

/** The link of the only recipient, or of the one with this address. */
export function linkOf({ links }: SentToRecipients, email?: string): string {
  const id = email === undefined ? [...links.values()][0] : links.get(email)
  assert.ok(id)
  return id
}

/** The mails that a mail server has for an address, as soon as there are `count`. */
export async function mailsFor(
  { mailServer, services }: MailingServer,
  email: string,
  count: number,
): Promise<Email[]> {
  await eventsHandled(services)
  const mails = () => mailServer.mails.filter(({ to }) => to.includes(email)).map(({ mail }) => mail)
  await until(async () => mails().length >= count)
  return mails()
}

/** The codes that a mail server has for an address, in the order in which they came. */
function codesFor({ mailServer }: MailingServer, email: string): string[] {
  return mailServer.mails
    .filter(({ to }) => to.includes(email))
    .flatMap(({ mail }) => /^\d{6}$/m.exec(mail.text ?? '') ?? [])
}

/** Asks for a code and reads it in the mail. */
export async function requestCode(server: MailingServer, id: string, email: string): Promise<string> {
  const before = codesFor(server, email).length
  await callerOf(server).call('downloadCode', { params: { id }, body: {} })
  await until(async () => codesFor(server, email).length > before)
  return codesFor(server, email).at(-1) ?? ''
}

/** Asks for a code, hands it in and gives the header with the proof. */
export async function prove(
  server: MailingServer,
  id: string,
  email: string,
): Promise<Record<string, string>> {
  const code = await requestCode(server, id, email)
  const reply = await callerOf(server).call('downloadCode', { params: { id }, body: { code } })
  assert.ok('proof' in reply)
  return { [proofHeader]: reply.proof }
}

/** A client without an account. */
export function callerOf({ baseUrl }: Pick<TestServer, 'baseUrl'>) {
  return createClient({ baseUrl, schemas: endpoints })
}
