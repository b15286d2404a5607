import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { deliverSoon } from '#server/messaging/mail/deliver-mail.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { openDispatcher } from '#server/platform/events/open-dispatcher.ts'
import type { NewEvent } from '#server/schema/event-kinds.ts'
import { signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { hideTable } from '#tests/support/databases/hide-table.ts'
import { findTraces, stealData } from '#tests/support/databases/stolen-data.ts'
import { expectTaken, sendLink, waiting } from '#tests/support/mail/link-mails.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { mailsTo, subjectsTo } from '#tests/support/mail/mailbox.ts'
import { childEnvironment } from '#tests/support/server/child-processes.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendForm, until, upload } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

function downloaded(userId: string, id: string, filename = 'plan.pdf'): NewEvent {
  const payload = { filename, expiresAt: Date.now() + HOUR, deleted: false }
  return { kind: 'transfer.downloaded', userId, transferId: id, linkId: id, payload }
}

async function append({ services }: TestServer, events: readonly NewEvent[]): Promise<void> {
  await services.database.transaction().execute(async (transaction) => {
    for (const event of events) await appendEvent(transaction, services, event)
  })
}

/** Starts further instances, lets them begin at the same moment, and resolves when there is nothing left to handle. */
async function dispatchFrom(count: number, { url, dataDir }: DatabasePlace): Promise<void> {
  const env = {
    ...childEnvironment(),
    DATA_DIR: dataDir,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  }
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['tests/support/server/dispatch-events.ts'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const exits = children.map((child) => once(child, 'exit'))
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
  for (const { stdin } of children) stdin.write('go\n')
  for (const [code] of await Promise.all(exits)) assert.equal(code, 0)
}

function eventRows({ services }: TestServer) {
  return services.database.selectFrom('events').selectAll().execute()
}

forEachDatabase('events', ({ place }) => {
  test('are handled once each, however many instances are at it', async () => {
    const at = await place()
    await using server = await startServer(at)
    const ada = await signUp(server)
    const ids = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await uploadAs(server, ada.token, name)).id),
    )
    const each = 50
    const events = Array.from({ length: each }, () => ids.map((id) => downloaded(ada.user.id, id)))
    await append(server, events.flat())
    await dispatchFrom(3, at)
    const { notifications } = await ada.client.call('notifications', { query: {} })
    assert.deepEqual(
      notifications.map(({ times }) => times),
      [each, each, each],
    )
    // An instance that ends leaves the mails that it has not begun to the others.
    await server.deliverMail()
    const subject = 'Your file was downloaded: plan.pdf'
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [subject, subject, subject])
  })

  test('are left as they were by a transaction that fails, and by a subscriber that does', async () => {
    await using server = await startServer(await place())
    const { services, clock } = server
    const ada = await signUp(server)
    const { id } = await uploadAs(server, ada.token, 'a')
    await assert.rejects(
      services.database.transaction().execute(async (transaction) => {
        await appendEvent(transaction, services, downloaded(ada.user.id, id))
        throw new Error('changed its mind')
      }),
      { message: 'changed its mind' },
    )
    assert.deepEqual(await eventRows(server), [])

    const handled = new Set<string>()
    const dispatcher = openDispatcher(services, [
      {
        async handle(transaction, event) {
          await transaction.insertInto('jobs').values({ name: event.id, began_at: 1 }).execute()
        },
      },
      {
        async handle(_transaction, event) {
          if (event.kind === 'transfer.downloaded' && event.payload.filename === 'bad') throw new Error('no')
          handled.add(event.id)
        },
      },
    ])
    await append(server, [downloaded(ada.user.id, id, 'bad'), downloaded(ada.user.id, id)])
    await dispatcher.run()
    assert.equal(handled.size, 1)
    const rows = await services.database.selectFrom('jobs').select('name').execute()
    assert.deepEqual(
      rows.map(({ name }) => name),
      [...handled],
    )
    assert.deepEqual(
      (await eventRows(server)).map(({ tries }) => tries),
      [1],
    )
    await dispatcher.run()
    clock.advance(31_000)
    await dispatcher.run()
    assert.deepEqual(
      (await eventRows(server)).map(({ tries }) => tries),
      [2],
    )
    await services.dispatcher.run()
    clock.advance(2 * MINUTE)
    await services.dispatcher.run()
    assert.deepEqual(await eventRows(server), [])
    assert.equal((await ada.client.call('unreadNotifications')).unread, 1)
  })

  test('of a great sweep do not take a commit each', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { id } = await uploadAs(server, ada.token, 'a')
    await server.services.dispatcher.run()
    let handled = 0
    const transactions = new Set<unknown>()
    const dispatcher = openDispatcher(server.services, [
      {
        async handle(transaction) {
          handled += 1
          transactions.add(transaction)
        },
      },
    ])
    await append(
      server,
      Array.from({ length: 20 }, () => downloaded(ada.user.id, id)),
    )
    await dispatcher.run()
    assert.equal(handled, 20)
    assert.ok(transactions.size < handled, `${transactions.size} transactions`)
    assert.deepEqual(await eventRows(server), [])
  })

  test('that cannot be read keep no other waiting, and are given up after a day', async () => {
    await using server = await startServer(await place())
    const { services, clock } = server
    const ada = await signUp(server)
    const { id } = await uploadAs(server, ada.token, 'a')
    await append(server, [downloaded(ada.user.id, id, 'damaged')])
    await services.database
      .updateTable('events')
      .set({ payload: randomBytes(200) })
      .execute()
    await append(server, [downloaded(ada.user.id, id, 'sound')])
    await services.dispatcher.run()
    assert.equal((await eventRows(server)).length, 1)
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), ['Your file was downloaded: sound'])
    for (let hour = 0; hour < 23; hour += 1) {
      clock.advance(HOUR)
      await services.dispatcher.run()
    }
    assert.equal((await eventRows(server)).length, 1)
    clock.advance(2 * HOUR)
    await services.dispatcher.run()
    assert.deepEqual(await eventRows(server), [])
  })

  test('and mails are nowhere readable on the disk, before they leave and after', async () => {
    await using mailServer = await startMailServer()
    mailServer.state.refusal = { to: 'greeting', code: 421 }
    await using server = await startServer({ ...(await place()), environment: { SMTP_URL: mailServer.url } })
    await signUp(server)
    const recipient = 'only.in.a.mail@example.org'
    const file = await upload(server.baseUrl, randomBytes(10))
    await server.client.call('forgotPassword', { body: { email: 'ada@example.org' } })
    const message = 'told in confidence'
    await expectTaken(server, file, { recipientEmail: recipient, customMessage: message })
    await eventsHandled(server.services)
    const payload = { person: { username: 'ada', email: 'ada@example.org', language: null } }
    const token = randomBytes(32).toString('base64url')
    const event = { ...payload, token, expiresAt: server.clock.now() + HOUR }
    await append(server, [{ kind: 'account.password-reset-requested', payload: event }])
    const before = await stealData(server)
    assert.equal((await waiting(server)).length + (await eventRows(server)).length, 3)

    mailServer.state.refusal = undefined
    server.clock.advance(HOUR)
    await until(async () => {
      await server.deliverMail()
      return (await waiting(server)).length === 0
    })
    const texts = mailServer.mails.map(({ mail }) => mail.text ?? '')
    const tokens = texts.flatMap((text) => /token=([\w-]{43})/.exec(text)?.[1] ?? [])
    assert.equal(tokens.length, 2)
    assert.ok(tokens.includes(token))
    assert.ok(texts.some((text) => text.includes(message)))
    const after = await stealData(server)
    for (const stolen of [before, after]) {
      for (const secret of tokens)
        assert.deepEqual(findTraces(stolen, Buffer.from(secret, 'base64url')), [], 'a reset token')
      for (const words of [recipient, message])
        assert.deepEqual(findTraces(stolen, Buffer.from(words)), [], words)
    }
  })

  test('a mail that was taken is not sent again because its end could not be recorded', async ({ mock }) => {
    await using mailServer = await startMailServer()
    await using server = await startServer({ ...(await place()), environment: { SMTP_URL: mailServer.url } })
    const file = await upload(server.baseUrl, randomBytes(10))
    let bringBack: (() => Promise<void>) | undefined
    mailServer.state.meanwhile = async () => {
      bringBack = await hideTable(server.services.database, 'mail_outbox')
    }
    const { log } = server.services
    const said = [mock.method(log, 'warn'), mock.method(log, 'error')]
    await expectTaken(server, file)
    await until(async () => said.some((method) => method.mock.callCount() > 0))
    mailServer.state.meanwhile = undefined
    server.clock.advance(10 * MINUTE)
    await bringBack?.()
    deliverSoon(server.services)
    await until(async () => (await waiting(server)).length === 0)
    assert.equal(mailServer.mails.length, 1)
  })

  test('mails that could not be queued are not counted against their sender', async () => {
    await using server = await startServer(await place())
    const { database } = server.services
    const file = await upload(server.baseUrl, randomBytes(10))
    const bringBack = await hideTable(database, 'events')
    const link = { recipientEmail: 'jonas@example.org', downloadLink: file.downloadUrl }
    assert.equal((await sendLink(server, link)).status, 500)
    const emails = JSON.stringify([{ email: 'mara@example.org' }, { email: 'jonas@example.org' }])
    const announced = await sendForm(server.baseUrl, [
      { name: 'emails', value: emails },
      { name: 'file', bytes: randomBytes(10), filename: 'a.bin' },
    ])
    assert.equal(announced.status, 500)
    await bringBack()
    const limits = await database
      .selectFrom('rate_limits')
      .select('key')
      .where('free_at', '>', server.clock.now())
      .where('key', 'like', 'mail%')
      .execute()
    assert.deepEqual(limits, [])
    assert.deepEqual(await mailsTo(server, 'jonas@example.org'), [])
  })
})
