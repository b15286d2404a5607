import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { hideTable } from '#tests/support/databases/hide-table.ts'
import { expectTaken, tried } from '#tests/support/mail/link-mails.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { forNewAccounts, makeRequest, received, visit } from '#tests/support/requests/visitors.ts'
import { startServer } from '#tests/support/server/server.ts'
import { ticketUrl, until, upload } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** tests/real-services/instances/clock-ahead.test.ts does the same to a process, with its whole clock. */
forEachDatabase('after a clock was a day ahead', ({ place }) => {
  test('an instance hears of maintenance', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const admin = await signUpAdmin(one)
    other.clock.advance(DAY)
    await other.client.call('config')
    other.clock.advance(-DAY)
    await admin.client.call('enableMaintenance', { body: {} })
    await until(async () => (await other.client.call('config')).maintenance.active)
  })

  test('wrong passwords of that day delay nobody', async () => {
    await using server = await startServer(await place())
    await signUp(server)
    server.clock.advance(DAY)
    for (let tries = 0; tries < 5; tries += 1)
      await assert.rejects(signIn(server, 'ada', 'not the right one'), { code: 'INVALID_CREDENTIALS' })
    await assert.rejects(signIn(server, 'ada'), { code: 'RATE_LIMITED' })
    server.clock.advance(-DAY)
    await signIn(server, 'ada')
  })

  test('a mail that was put off leaves', async () => {
    await using mailServer = await startMailServer()
    mailServer.state.refusal = { to: 'greeting', code: 421 }
    const environment = { SMTP_URL: mailServer.url }
    await using server = await startServer({ ...(await place()), environment })
    server.clock.advance(DAY)
    await expectTaken(server, await upload(server.baseUrl, randomBytes(10)))
    await tried(server, 1)
    mailServer.state.refusal = undefined
    server.clock.advance(-DAY)
    await server.deliverMail()
    server.clock.advance(5 * MINUTE)
    await server.deliverMail()
    assert.equal(mailServer.mails.length, 1)
  })

  test('an event that was put off is handled', async () => {
    await using mailServer = await startMailServer()
    await using server = await startServer({ ...(await place()), environment: { SMTP_URL: mailServer.url } })
    const { database } = server.services
    server.clock.advance(DAY)
    const bringBack = await hideTable(database, 'mail_outbox')
    await expectTaken(server, await upload(server.baseUrl, randomBytes(10)))
    await until(async () => {
      const events = await database.selectFrom('events').select('tries').execute()
      return events.length === 1 && events.every(({ tries }) => tries > 0)
    })
    await bringBack()
    server.clock.advance(-DAY)
    await server.deliverMail()
    await until(async () => mailServer.mails.length === 1)
  })

  test('the owner of a file request is mailed what arrives', async () => {
    await using mailServer = await startMailServer()
    const environment = { ...forNewAccounts, SMTP_URL: mailServer.url, RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const deadline = new Date(server.clock.now() + 3 * DAY).toISOString()
    async function ask(title: string) {
      const { id } = await makeRequest(server, ada, { title, until: deadline })
      return async () => received(server, await visit(server, id))
    }
    const [sendBooks, sendTaxes] = [await ask('Books'), await ask('Taxes')]
    const subjects = () => mailServer.mails.map(({ mail }) => mail.subject ?? '')
    const arrivals = (title: string) => subjects().filter((one) => one === `Files arrived: ${title}`).length
    server.clock.advance(DAY)
    await sendBooks()
    await sendBooks()
    await sendTaxes()
    await until(async () => arrivals('Books') === 1 && arrivals('Taxes') === 1)
    server.clock.advance(-DAY)
    // What has arrived meanwhile, and what arrives now.
    await server.sweep()
    await server.deliverMail()
    await until(async () => arrivals('Books') === 2)
    await sendTaxes()
    await until(async () => arrivals('Taxes') === 2)
    // From then on once in a quarter of an hour again.
    await sendTaxes()
    await server.sweep()
    await server.deliverMail()
    assert.equal(arrivals('Taxes'), 2)
    server.clock.advance(15 * MINUTE)
    await server.sweep()
    await server.deliverMail()
    await until(async () => arrivals('Taxes') === 3)
  })

  test('a download that broke off frees its place', async () => {
    await using server = await startServer(await place())
    const bytes = randomBytes(10_000_000)
    server.clock.advance(DAY)
    const file = await upload(server.baseUrl, bytes, { deleteAfterDownload: 'true' })
    const broken = await fetch(await ticketUrl(server.baseUrl, file.id))
    await broken.body?.cancel()
    const { database } = server.services
    const running = () => database.selectFrom('reservations').select('running').execute()
    await until(async () => (await running()).every((row) => row.running === 0))
    server.clock.advance(-DAY)
    await server.sweep()
    server.clock.advance(10 * MINUTE)
    const whole = await fetch(await ticketUrl(server.baseUrl, file.id))
    assert.ok(Buffer.from(await whole.arrayBuffer()).equals(bytes))
  })
})
