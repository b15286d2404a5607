import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { arrived, expectTaken, tried, waiting } from '#tests/support/mail/link-mails.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import { startServer } from '#tests/support/server/server.ts'
import { freePort, startServerProcess } from '#tests/support/server/server-process.ts'
import { until, upload } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

forEachDatabase('the delivery of mail', ({ place }) => {
  test('waits for a mail server that is away, longer each time, and then leaves once', async () => {
    const port = await freePort()
    const environment = { SMTP_URL: `smtp://127.0.0.1:${port}` }
    await using server = await startServer({ ...(await place()), environment })
    await expectTaken(server, await upload(server.baseUrl, randomBytes(10)))
    await tried(server, 1)
    await server.deliverMail()
    await tried(server, 1)
    server.clock.advance(31_000)
    await server.deliverMail()
    await tried(server, 2)
    await using mailServer = await startMailServer({ port })
    server.clock.advance(31_000)
    await server.deliverMail()
    assert.equal(mailServer.mails.length, 0)
    server.clock.advance(30_000)
    await server.deliverMail()
    assert.equal(mailServer.mails.length, 1)
    assert.deepEqual(await waiting(server), [])
  })

  test('is given up after a day', async () => {
    await using mailServer = await startMailServer()
    mailServer.state.refusal = { to: 'greeting', code: 421 }
    const environment = { SMTP_URL: mailServer.url }
    await using server = await startServer({ ...(await place()), environment })
    await expectTaken(server, await upload(server.baseUrl, randomBytes(10), { expiresIn: '12h' }))
    await tried(server, 1)
    // Mails about a file end with it, so this one is about none.
    await server.services.database.updateTable('mail_outbox').set({ transfer_id: null }).execute()
    server.clock.advance(23 * HOUR)
    await server.deliverMail()
    assert.equal((await waiting(server)).length, 1)
    server.clock.advance(HOUR)
    await server.deliverMail()
    assert.deepEqual(await waiting(server), [])
    assert.equal(mailServer.mails.length, 0)
  })

  test('is not tried again once the mail server has refused it for good', async () => {
    await using mailServer = await startMailServer()
    mailServer.state.refusal = { to: 'recipient', code: 550 }
    const environment = { SMTP_URL: mailServer.url }
    await using server = await startServer({ ...(await place()), environment })
    await expectTaken(server, await upload(server.baseUrl, randomBytes(10)))
    await eventsHandled(server.services)
    await until(async () => (await waiting(server)).length === 0)
    mailServer.state.refusal = undefined
    server.clock.advance(HOUR)
    await server.deliverMail()
    assert.equal(mailServer.mails.length, 0)
  })

  test('survives a restart between being asked for and leaving', async () => {
    const port = await freePort()
    const at = await place()
    const environment = { SMTP_URL: `smtp://127.0.0.1:${port}` }
    {
      await using server = await startServer({ ...at, environment })
      await expectTaken(server, await upload(server.baseUrl, randomBytes(10)))
    }
    await using mailServer = await startMailServer({ port })
    await using server = await startServer({ ...at, environment })
    const events = await server.services.database.selectFrom('events').select('id').execute()
    assert.equal(events.length + (await waiting(server)).length, 1)
    server.clock.advance(10 * MINUTE)
    await server.deliverMail()
    await until(async () => (await waiting(server)).length === 0)
    assert.equal(mailServer.mails.length, 1)
  })

  test('leaves once each, however many instances are at it', async () => {
    const port = await freePort()
    const at = await place()
    const environment = { SMTP_URL: `smtp://127.0.0.1:${port}` }
    await using one = await startServer({ ...at, environment })
    await using other = await startServer({ ...at, environment })
    const file = await upload(one.baseUrl, randomBytes(10))
    const recipients = Array.from({ length: 12 }, (_, number) => `person-${number}@example.org`)
    for (const recipientEmail of recipients) await expectTaken(one, file, { recipientEmail })
    await tried(one, 1)
    await using mailServer = await startMailServer({ port })
    for (const server of [one, other]) server.clock.advance(10 * MINUTE)
    await Promise.all([one.deliverMail(), other.deliverMail(), one.deliverMail(), other.deliverMail()])
    assert.deepEqual(mailServer.mails.flatMap(({ to }) => to).toSorted(), recipients.toSorted())
  })
})

test('health reports whether the mail server answers, and serves on without it', async () => {
  const port = await freePort()
  await using server = await startServer({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const down = await server.client.call('health', {})
  assert.deepEqual([down.status, down.checks.mail], ['degraded', 'down'])
  await using _mailServer = await startMailServer({ port })
  server.clock.advance(MINUTE)
  const up = await server.client.call('health', {})
  assert.deepEqual([up.status, up.checks.mail], ['ok', 'ok'])
})

test('the log names nobody, also when the mail server does, and a mail leaves within seconds', async () => {
  await using mailServer = await startMailServer()
  await using own = await startServer()
  const server = await startServerProcess(own.folder, { SMTP_URL: mailServer.url, LOG_LEVEL: 'trace' })
  try {
    const file = await upload(server.baseUrl, randomBytes(10), {}, 'a-name-of-a-file.txt')
    await expectTaken(server, file, { senderName: 'Ines Moreau' })
    await arrived(mailServer)
    mailServer.state.refusal = { to: 'content', code: 554 }
    await expectTaken(server, file)
    await until(async () => server.output().includes('mail rejected permanently'))
    mailServer.state.refusal = { to: 'recipient', code: 450 }
    await expectTaken(server, file)
    await until(async () => server.output().includes('mail delivery deferred'))
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
  }
  assert.match(server.output(), /554/)
  assert.doesNotMatch(server.output(), /jonas|example\.org|Ines Moreau|a-name-of-a-file/)
})
