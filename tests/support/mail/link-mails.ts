import assert from 'node:assert/strict'
import type { MailServer } from '#tests/support/mail/mail-server.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import type { TestServer } from '#tests/support/server/server.ts'
import { type SentFile, until } from '#tests/support/transfers/transfers.ts'

type Body = Record<string, string>

/** Asks for a mail with the link of a file and gives the raw answer. */
export function sendLink({ baseUrl }: { baseUrl: string }, body: Body): Promise<Response> {
  return fetch(`${baseUrl}/api/files/send-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The same, expecting it to be taken. */
export async function expectTaken(
  server: { baseUrl: string },
  file: SentFile,
  body: Body = {},
): Promise<void> {
  const response = await sendLink(server, {
    recipientEmail: 'jonas@example.org',
    downloadLink: file.downloadUrl,
    ...body,
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  assert.equal(JSON.parse(text).success, true)
}

/** Rows of the outbox. */
export function waiting({ services }: TestServer) {
  return services.database.selectFrom('mail_outbox').selectAll().orderBy('id').execute()
}

/** Resolves when every mail in the outbox has been tried `times` times and waits for its next turn. */
export async function tried(server: TestServer, times: number): Promise<void> {
  await eventsHandled(server.services)
  await until(async () => {
    const mails = await waiting(server)
    // One that is being tried is claimed for longer than it waits after its first tries.
    const turn = server.clock.now() + 30_000 * 2 ** (times - 1)
    return mails.length > 0 && mails.every((mail) => mail.tries === times && mail.not_before <= turn)
  })
}

/** The mails that a mail server has, as soon as there are `count`. */
export async function arrived(mailServer: MailServer, count = 1): Promise<MailServer['mails']> {
  await until(async () => mailServer.mails.length >= count)
  return mailServer.mails
}
