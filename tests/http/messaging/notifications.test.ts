import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Notification } from '#contract/accounts/notifications.ts'
import { notifyExpiring } from '#server/transfers/sweep/notify-expiring.ts'
import { type Person, sendJson, signIn, signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { mailsTo, subjectsTo } from '#tests/support/mail/mailbox.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { moveEndTo } from '#tests/support/transfers/move-end-to.ts'
import { linkOf, sendTo, startMailingServer } from '#tests/support/transfers/recipients.ts'
import { codeOf, downloadCount, ticketUrl, until, upload } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

async function download({ baseUrl }: TestServer, id: string): Promise<void> {
  await (await fetch(await ticketUrl(baseUrl, id))).arrayBuffer()
}

/** Downloads a file and waits until that has been counted. */
async function downloadCounted(server: TestServer, id: string): Promise<void> {
  const before = await downloadCount(server.baseUrl, id)
  await download(server, id)
  await until(async () => (await downloadCount(server.baseUrl, id)) === before + 1)
  await eventsHandled(server.services)
}

async function list({ client }: Person, query = {}) {
  return client.call('notifications', { query })
}

function what({ kind, filename, times, read }: Notification) {
  return { kind, filename, times, read }
}

forEachDatabase('notifications', ({ place }) => {
  test('the owner sees in the bell and in the list of files who has opened and downloaded', async () => {
    await using server = await startMailingServer(await place())
    const ada = await signUp(server)
    const headers = { authorization: `Bearer ${ada.token}` }
    const [jonas, mara, ben] = ['jonas@example.org', 'mara@example.org', 'ben@example.org']
    const emails = [jonas, mara, ben].map((email) => ({ email, ownLink: true, needsCode: false }))
    const sent = await sendTo(server, emails, { headers, fields: { downloadLimit: '7' } })
    const row = async () => (await ada.client.call('ownFiles', { query: {} })).files[0]
    assert.partialDeepStrictEqual(await row(), {
      files: 1,
      downloadLimit: 7,
      recipients: { total: 3, opened: 0, downloaded: 0 },
    })
    for (const email of [mara, jonas])
      await server.client.call('fileInfo', { params: { id: linkOf(sent, email) } })
    for (const email of [mara, mara]) await downloadCounted(server, linkOf(sent, email))
    assert.deepEqual((await row())?.recipients, { total: 3, opened: 2, downloaded: 1 })
    const latest = async () => {
      const [first] = (await list(ada)).notifications
      return [first?.ref, first?.by, first?.times]
    }
    assert.deepEqual(await latest(), [sent.ref, mara, 2])
    await downloadCounted(server, linkOf(sent, jonas))
    assert.deepEqual(await latest(), [sent.ref, jonas, 3])
    await downloadCounted(server, sent.linkId)
    assert.deepEqual(await latest(), [sent.ref, null, 4])
    const params = { ref: sent.ref, id: linkOf(sent, mara) }
    await ada.client.call('revokeLink', { params })
    assert.deepEqual((await row())?.recipients, { total: 2, opened: 1, downloaded: 1 })
  })

  test('a download is told to the owner of the file, in the portal and by mail', async () => {
    await using server = await startServer(await place())
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    const { id } = await uploadAs(server, ada.token, 'Übergabe & 1.txt')
    assert.equal((await ada.client.call('unreadNotifications')).unread, 0)
    await downloadCounted(server, id)

    const { notifications, unread, total } = await list(ada)
    assert.deepEqual([unread, total], [1, 1])
    const [first] = notifications
    assert.ok(first)
    assert.equal(first.ref, (await transferOf(server.services.database, id)).id)
    assert.equal(first.by, null)
    assert.deepEqual(what(first), {
      kind: 'downloaded',
      filename: 'Übergabe & 1.txt',
      times: 1,
      read: false,
    })
    assert.ok(Math.abs(Date.parse(first.happenedAt) - server.clock.now()) < MINUTE)
    assert.deepEqual((await list(bob)).notifications, [])

    const [mail, ...more] = await mailsTo(server, 'ada@example.org')
    assert.deepEqual(more, [])
    assert.equal(mail?.subject, 'Your file was downloaded: Übergabe & 1.txt')
    for (const words of [mail?.text ?? '', mail?.html ?? '']) {
      assert.match(words, /http:\/\/localhost:3000\/portal/)
      assert.match(words, /Available until \d+ \w+ \d{4} at \d\d:\d\d UTC/)
      assert.match(words, /You’re receiving this email because emails about your files are turned on/)
    }
  })

  test('further downloads move it up and make it unread again, without another mail', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const [one, two] = [await uploadAs(server, ada.token, 'one'), await uploadAs(server, ada.token, 'two')]
    await downloadCounted(server, one.id)
    server.clock.advance(MINUTE)
    await downloadCounted(server, two.id)
    assert.equal((await ada.client.call('markNotificationsRead', { body: {} })).unread, 0)
    server.clock.advance(MINUTE)
    await downloadCounted(server, one.id)
    const { notifications, unread } = await list(ada)
    assert.equal(unread, 1)
    assert.deepEqual(notifications.map(what), [
      { kind: 'downloaded', filename: 'one', times: 2, read: false },
      { kind: 'downloaded', filename: 'two', times: 1, read: true },
    ])
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [
      'Your file was downloaded: one',
      'Your file was downloaded: two',
    ])
  })

  test('a file that is gone with its download is told of all the same', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { id } = await uploadAs(server, ada.token, 'once', { fields: { deleteAfterDownload: 'true' } })
    await download(server, id)
    await until(async () => (await list(ada)).total === 1)
    const [mail] = await mailsTo(server, 'ada@example.org')
    assert.match(mail?.text ?? '', /has now been deleted/)
    assert.doesNotMatch(mail?.text ?? '', /Available until/)
    await assert.rejects(server.client.call('fileInfo', { params: { id } }), { code: 'FILE_DELETED' })
  })

  test('a file that others may still download is not said to be gone with the first download', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { id } = await uploadAs(server, ada.token, 'each', { fields: { deleteAfterDownload: 'true' } })
    const [file] = (await ada.client.call('ownFiles', { query: {} })).files
    await ada.client.call('addLink', { params: { ref: file?.ref ?? '' }, body: {} })
    await download(server, id)
    await until(async () => (await list(ada)).total === 1)
    const [mail] = await mailsTo(server, 'ada@example.org')
    assert.doesNotMatch(mail?.text ?? '', /has now been deleted/)
    assert.match(mail?.text ?? '', /Available until/)
  })

  test('a file without an owner is nobody’s business', async () => {
    await using server = await startServer(await place())
    const { id } = await upload(server.baseUrl, Buffer.from('x'))
    await downloadCounted(server, id)
    server.clock.advance(3 * HOUR - MINUTE)
    await server.sweep()
    server.clock.advance(MINUTE)
    await server.sweep()
    assert.deepEqual(await server.services.database.selectFrom('notifications').selectAll().execute(), [])
    assert.deepEqual(await server.services.database.selectFrom('mail_outbox').selectAll().execute(), [])
  })

  test('an hour before its end the owner is told once, and at its end', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await uploadAs(server, ada.token, 'long', { fields: { expiresIn: '3h' } })
    await uploadAs(server, ada.token, 'short', { fields: { expiresIn: '1h' } })
    await server.sweep()
    server.clock.advance(HOUR - MINUTE)
    await server.sweep()
    assert.equal((await list(await signIn(server, 'ada'))).total, 0)

    server.clock.advance(HOUR + 2 * MINUTE)
    await server.sweep()
    await server.sweep()
    const expiring = await list(await signIn(server, 'ada'))
    assert.deepEqual(expiring.notifications.map(what), [
      { kind: 'expiring', filename: 'long', times: 1, read: false },
      { kind: 'expired', filename: 'short', times: 1, read: false },
    ])
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), ['Your file expires soon: long'])

    server.clock.advance(HOUR)
    await server.sweep()
    await server.sweep()
    const { notifications } = await list(await signIn(server, 'ada'))
    assert.deepEqual(notifications.map(what)[0], {
      kind: 'expired',
      filename: 'long',
      times: 1,
      read: false,
    })
    assert.equal(notifications.length, 3)
    assert.equal((await subjectsTo(server, 'ada@example.org')).length, 1)
  })

  test('a transfer that was prolonged is announced once more before its new end', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { id } = await uploadAs(server, ada.token, 'long', { fields: { expiresIn: '3h' } })
    server.clock.freeze()
    const begin = server.clock.now()
    const transfer = await transferOf(server.services.database, id)
    const moveTo = (hours: number) => moveEndTo(server.services, transfer.id, begin + hours * HOUR)
    const sweepAt = async (hours: number) => {
      server.clock.advance(begin + hours * HOUR - server.clock.now())
      await server.sweep()
      await server.sweep()
    }
    const notices = async () => (await list(await signIn(server, 'ada'))).notifications.map(what)
    const notice = { kind: 'expiring', filename: 'long', times: 1, read: false }
    await sweepAt(2.5)
    assert.deepEqual(await notices(), [notice])
    await (await signIn(server, 'ada')).client.call('markNotificationsRead', { body: {} })
    await moveTo(6)
    await sweepAt(4.5)
    assert.deepEqual(await notices(), [{ ...notice, read: true }])
    await sweepAt(5.5)
    await sweepAt(5.6)
    assert.deepEqual(await notices(), [notice])
    const subject = 'Your file expires soon: long'
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [subject, subject])
    await moveTo(5.9)
    await sweepAt(5.7)
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [subject, subject])
  })

  test('two sweeps at once announce an end once', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { id } = await uploadAs(server, ada.token, 'long', { fields: { expiresIn: '3h' } })
    server.clock.advance(2 * HOUR + MINUTE)
    await Promise.all([notifyExpiring(server.services), notifyExpiring(server.services)])
    await server.sweep()
    const { id: transfer_id } = await transferOf(server.services.database, id)
    const events = server.services.database.selectFrom('transfer_events').select('kind')
    const kinds = (await events.where('transfer_id', '=', transfer_id).execute()).map(({ kind }) => kind)
    assert.deepEqual(kinds.toSorted(), ['created', 'expiring'])
    assert.equal((await subjectsTo(server, 'ada@example.org')).length, 1)
  })

  test('who wants no mails about files gets none, and sees everything in the portal', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const body = { security: true, notifications: false, marketing: false }
    await ada.client.call('updatePreferences', { body })
    const { id } = await uploadAs(server, ada.token, 'quiet')
    await downloadCounted(server, id)
    server.clock.advance(2 * HOUR + MINUTE)
    await server.sweep()
    const kinds = (await list(await signIn(server, 'ada'))).notifications.map(({ kind }) => kind)
    assert.deepEqual(kinds, ['expiring', 'downloaded'])
    assert.deepEqual(await mailsTo(server, 'ada@example.org'), [])
  })

  test('those that were read are marked, and nobody marks those of others', async () => {
    await using server = await startServer(await place())
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    for (const name of ['a', 'b', 'c']) {
      server.clock.advance(1000)
      await downloadCounted(server, (await uploadAs(server, ada.token, name)).id)
    }
    const [c, b] = (await list(ada)).notifications
    assert.ok(c && b)
    for (const ids of [[b.id, c.id], undefined]) {
      await bob.client.call('markNotificationsRead', { body: ids ? { ids } : {} })
      assert.equal((await ada.client.call('unreadNotifications')).unread, 3)
    }
    assert.equal((await ada.client.call('markNotificationsRead', { body: { ids: [] } })).unread, 3)
    assert.equal((await ada.client.call('markNotificationsRead', { body: { ids: [b.id] } })).unread, 2)
    const unread = await list(ada, { filter: 'unread', pageSize: 1, page: 2 })
    assert.deepEqual(
      unread.notifications.map(({ filename }) => filename),
      ['a'],
    )
    assert.deepEqual([unread.total, unread.unread], [2, 2])
    assert.equal((await ada.client.call('markNotificationsRead', { body: {} })).unread, 0)
    assert.equal((await list(ada)).total, 3)
    const bad = await sendJson(server, 'POST', '/notifications/read', { ids: ['1'] }, ada.token)
    assert.equal(await codeOf(bad, 400), 'BAD_REQUEST')
  })

  test('after thirty days they are forgotten', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await downloadCounted(server, (await uploadAs(server, ada.token, 'old')).id)
    server.clock.advance(30 * DAY - MINUTE)
    assert.equal((await list(await signIn(server, 'ada'))).unread, 1)
    server.clock.advance(MINUTE)
    const later = await list(await signIn(server, 'ada'))
    assert.deepEqual([later.total, later.unread], [0, 0])
    const { database } = server.services
    const kept = () => database.selectFrom('notifications').select('kind').where('kind', '=', 'downloaded')
    assert.equal((await kept().execute()).length, 1)
    await server.sweep()
    assert.equal((await kept().execute()).length, 0)
  })
})

test('notifications are for people who are signed in', async () => {
  await using server = await startServer()
  for (const path of ['/notifications', '/notifications/unread']) {
    assert.equal(await codeOf(await fetch(`${server.baseUrl}/api${path}`), 401), 'AUTHENTICATION_REQUIRED')
  }
  const response = await sendJson(server, 'POST', '/notifications/read', {})
  assert.equal(await codeOf(response, 401), 'AUTHENTICATION_REQUIRED')
})
