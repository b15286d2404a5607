import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendJson, signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import {
  askRequestTicket,
  forNewAccounts,
  inboxOf,
  makeRequest,
  received,
  sendVisit,
  visit,
} from '#tests/support/requests/visitors.ts'
import { startServer } from '#tests/support/server/server.ts'
import { keyPassword, makeKey } from '#tests/support/transfers/quantum-files.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { codeOf, until } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000

forEachDatabase('a locked file request', ({ place }) => {
  test('opens with the key password of its owner alone, one by one and all in one ZIP', async () => {
    await using server = await startServer({ ...(await place()), environment: forNewAccounts })
    const ada = await signUp(server)
    const until = new Date(server.clock.now() + 60 * MINUTE).toISOString()
    const wanted = { title: 'Tax documents', until, lock: 'key' }
    assert.equal(
      await codeOf(await sendJson(server, 'POST', '/requests', wanted, ada.token), 404),
      'KEY_NOT_FOUND',
    )
    const { fingerprint } = await makeKey(ada)
    const request = await makeRequest(server, ada, {
      lock: 'key',
      asks: { name: true, email: false, code: false },
    })
    const { request: page } = await server.client.call('publicRequest', { params: { id: request.id } })
    assert.deepEqual(
      [page.lock, page.key?.algorithm, page.key?.fingerprint],
      ['key', 'ml-kem768', fingerprint],
    )
    assert.equal(page.key?.words.length, 8)

    const clara = await visit(server, request.id, { name: 'Clara/Vogt' })
    const one = await received(server, clara, { files: { 'a.txt': Buffer.from('first') } })
    const two = await received(server, clara, {
      files: { 'a.txt': Buffer.alloc(5000, 'second'), 'b.txt': Buffer.from('third') },
    })
    const inbox = await inboxOf(ada, request.id)
    assert.ok(inbox.uploads.every(({ locked }) => locked))
    const { linkId = '' } = inbox.uploads.find(({ reference }) => reference === one.reference) ?? {}
    const params = { id: linkId }
    await assert.rejects(server.client.call('downloadTicket', { params, body: {} }), {
      code: 'AUTHENTICATION_REQUIRED',
    })
    const opened = await ada.client.call('downloadTicket', { params, body: { keyPassword } })
    assert.equal(await (await fetch(server.baseUrl + opened.url)).text(), 'first')

    const archive = (body: object, token = ada.token) =>
      sendJson(server, 'POST', `/requests/${request.id}/archive`, body, token)
    assert.equal(await codeOf(await archive({}), 401), 'KEY_PASSWORD_REQUIRED')
    assert.equal(await codeOf(await archive({ keyPassword: 'wrong' }), 403), 'INVALID_KEY_PASSWORD')
    const { key } = await createKey(ada, { scopes: ['requests'] })
    assert.equal(await codeOf(await archive({ keyPassword }, key), 403), 'API_KEY_REFUSED')
    const issued = await archive({ keyPassword })
    assert.equal(issued.status, 201)
    const { url, filename } = JSON.parse(await issued.text())
    assert.match(filename, /^Tax documents.*\.zip$/)
    for (let n = 0; n < 2; n += 1) {
      const zip = await fetch(server.baseUrl + url)
      const bytes = Buffer.from(await zip.arrayBuffer())
      assert.equal(zip.headers.get('content-length'), String(bytes.length))
      const members = new Map((await readZip(bytes)).map(({ path, content }) => [path, content.toString()]))
      assert.deepEqual(
        members,
        new Map([
          [`${one.reference} Clara_Vogt/a.txt`, 'first'],
          [`${two.reference} Clara_Vogt/a.txt`, Buffer.alloc(5000, 'second').toString()],
          [`${two.reference} Clara_Vogt/b.txt`, 'third'],
        ]),
      )
    }
    assert.equal((await inboxOf(ada, request.id)).unopened, 0)
    const other = url.replace(/ticket=.*/, `ticket=${'A'.repeat(43)}`)
    assert.equal(await codeOf(await fetch(server.baseUrl + other), 403), 'INVALID_TICKET')
    server.clock.advance(61 * MINUTE)
    assert.equal(await codeOf(await fetch(server.baseUrl + url), 403), 'INVALID_TICKET')
  })

  test('is not given as one archive with what has got a file password since its address was issued', async () => {
    await using server = await startServer({ ...(await place()), environment: forNewAccounts })
    const ada = await signUp(server)
    const { id } = await makeRequest(server, ada)
    const visitor = await visit(server, id)
    const [one, two] = [await received(server, visitor), await received(server, visitor)]
    const ask = () => ada.client.call('requestArchive', { params: { id }, body: {} })
    const { url } = await ask()
    const unopened = async () => (await inboxOf(ada, id)).unopened
    const looked = await fetch(server.baseUrl + url, { method: 'HEAD' })
    assert.ok(Number(looked.headers.get('content-length')) > 0)
    assert.equal(await unopened(), 2)
    const lock = async (reference: string) => {
      const { ref = '' } = (await inboxOf(ada, id)).uploads.find((one) => one.reference === reference) ?? {}
      await ada.client.call('changeTransferPassword', { params: { ref }, body: { next: 'Sesam' } })
    }
    await lock(one.reference)
    const zip = await readZip(Buffer.from(await (await fetch(server.baseUrl + url)).arrayBuffer()))
    assert.deepEqual(
      zip.map(({ path }) => path),
      [`${two.reference}/a.txt`],
    )
    assert.equal(await unopened(), 1)
    await lock(two.reference)
    assert.equal(await codeOf(await fetch(server.baseUrl + url), 404), 'FILE_NOT_FOUND')
    await assert.rejects(ask(), { code: 'FILE_NOT_FOUND' })
  })

  test('ends with its key, with a notice; visitors who had begun are refused', async () => {
    await using mailServer = await startMailServer()
    const environment = { ...forNewAccounts, SMTP_URL: mailServer.url }
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    await makeKey(ada)
    const request = await makeRequest(server, ada, { lock: 'key' })
    const open = await makeRequest(server, ada, { title: 'Open to me' })
    const visitor = await visit(server, request.id)
    await received(server, visitor)
    await ada.client.call('deleteKey', { params: { algorithm: 'ml-kem768' } })
    assert.equal(await codeOf(await sendVisit(server, visitor), 410), 'REQUEST_CLOSED')
    assert.equal(await codeOf(await askRequestTicket(server, request.id), 410), 'REQUEST_CLOSED')
    const inbox = await inboxOf(ada, request.id)
    assert.deepEqual([inbox.state, inbox.total, inbox.key], ['ended', 0, null])
    assert.equal((await inboxOf(ada, open.id)).state, 'open')
    const later = new Date(server.clock.now() + 90 * MINUTE).toISOString()
    const reopening = await sendJson(server, 'PUT', `/requests/${request.id}`, { until: later }, ada.token)
    assert.equal(await codeOf(reopening, 404), 'KEY_NOT_FOUND')
    await until(async () =>
      mailServer.mails.some(({ mail }) => mail.subject === 'Your request has ended: Tax documents'),
    )
    const { notifications } = await ada.client.call('notifications', { query: {} })
    assert.deepEqual(
      new Map(notifications.map(({ kind, ref, filename }) => [kind, [ref, filename]])),
      new Map([
        ['request-closed', [request.id, 'Tax documents']],
        ['received', [request.id, 'Tax documents']],
      ]),
    )
  })
})

forEachDatabase('the mails of a file request', ({ place }) => {
  test('tell its owner at most once in a quarter of an hour, and bring a visitor a code', async () => {
    await using mailServer = await startMailServer()
    const environment = { ...forNewAccounts, SMTP_URL: mailServer.url }
    await using server = await startServer({ ...(await place()), environment })
    let ada = await signUp(server)
    const subjects = () =>
      mailServer.mails.filter(({ to }) => to.includes('ada@example.org')).map(({ mail }) => mail.subject)
    const request = await makeRequest(server, ada)
    const visitor = await visit(server, request.id)
    await received(server, visitor)
    await until(async () => subjects().length === 1)
    for (let n = 0; n < 3; n += 1) await received(server, visitor)
    await server.sweep()
    await server.deliverMail()
    assert.deepEqual(subjects(), ['Files arrived: Tax documents'])
    server.clock.advance(15 * MINUTE)
    await server.sweep()
    await server.deliverMail()
    await until(async () => subjects().length === 2)
    assert.equal(subjects()[1], '3 uploads arrived: Tax documents')
    server.clock.advance(15 * MINUTE)
    await server.sweep()
    await server.deliverMail()
    assert.equal(subjects().length, 2)
    ada = await signIn(server, 'ada')
    const { notifications } = await ada.client.call('notifications', { query: {} })
    assert.deepEqual(
      notifications.map(({ kind, times }) => [kind, times]),
      [['received', 4]],
    )

    const asking = await makeRequest(server, ada, { asks: { name: false, email: false, code: true } })
    const email = 'clara@example.org'
    assert.equal(await codeOf(await askRequestTicket(server, asking.id), 400), 'REQUEST_EMAIL_REQUIRED')
    assert.equal(await codeOf(await askRequestTicket(server, asking.id, { email }), 401), 'CODE_REQUIRED')
    const sent = await sendJson(server, 'POST', `/requests/${asking.id}/code`, { email })
    assert.equal(JSON.parse(await sent.text()).sentTo, 'c…@example.org')
    const mails = () => mailServer.mails.filter(({ to }) => to.includes(email))
    await until(async () => mails().length === 1)
    const [, code = ''] = /^(\d{6})$/m.exec(mails()[0]?.mail.text ?? '') ?? []
    const wrong = { email, code: code === '000000' ? '000001' : '000000' }
    assert.equal(await codeOf(await askRequestTicket(server, asking.id, wrong), 403), 'INVALID_CODE')
    const other = { email: 'max@example.org', code }
    assert.equal(await codeOf(await askRequestTicket(server, asking.id, other), 403), 'INVALID_CODE')
    const clara = await visit(server, asking.id, { email, code })
    await received(server, clara)
    const [upload] = (await inboxOf(ada, asking.id)).uploads
    assert.deepEqual([upload?.email, upload?.emailConfirmed], [email, true])
    assert.equal(
      await codeOf(await askRequestTicket(server, asking.id, { email, code }), 403),
      'INVALID_CODE',
    )
  })
})
