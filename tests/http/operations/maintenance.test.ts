import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { usualMaintenanceMessage } from '#contract/operations/maintenance-message.ts'
import { signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf, upload } from '#tests/support/transfers/transfers.ts'

const SECOND = 1_000
const message = 'Back at noon. – Mittags zurück.'
const closed = { code: 'MAINTENANCE', status: 503, message }

/** An upload whose sender has sent half of it, and how to send the rest. */
async function beginUpload({ baseUrl }: TestServer) {
  const boundary = 'x'.repeat(30)
  const half = Buffer.alloc(50_000, 7)
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
  const sending = request(`${baseUrl}/api/files/upload`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const answered = once(sending, 'response')
  sending.write(head)
  await new Promise((resolve) => sending.write(half, resolve))
  return async () => {
    sending.write(half)
    sending.end(`\r\n--${boundary}--\r\n`)
    const [response] = await answered
    return { status: response.statusCode, body: await text(response) }
  }
}

forEachDatabase('maintenance', ({ place }) => {
  test('everybody but administrators gets 503 with the message, until it ends', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    const file = await upload(server.baseUrl, new Uint8Array(10))
    const { maintenance } = await admin.client.call('enableMaintenance', { body: { message } })
    assert.deepEqual(maintenance, { active: true, message })

    const info = () => server.client.call('fileInfo', { params: { id: file.id } })
    await assert.rejects(info(), closed)
    await assert.rejects(ada.client.call('currentUser'), closed)
    await assert.rejects(ada.client.call('auditLog', { query: {} }), { code: 'FORBIDDEN' })
    const refused = await fetch(`${server.baseUrl}/api/files/info/${file.id}`)
    assert.equal(refused.headers.get('retry-after'), '60')
    assert.equal(await codeOf(refused, 503), 'MAINTENANCE')
    for (const path of ['/api/files/upload', '/api/files/resumable', '/api/nowhere']) {
      const headers = { 'tus-resumable': '1.0.0' }
      const answer = await fetch(server.baseUrl + path, { method: 'POST', headers })
      assert.equal(await codeOf(answer, 503), 'MAINTENANCE', path)
    }
    const config = await server.client.call('config')
    assert.deepEqual(config.maintenance, { active: true, message })
    assert.equal((await server.client.call('health')).status, 'ok')
    await admin.client.call('fileInfo', { params: { id: file.id } })

    await admin.client.call('disableMaintenance')
    await info()
    await ada.client.call('currentUser')
    assert.deepEqual((await server.client.call('config')).maintenance, { active: false, message: '' })
  })

  test('administrators sign in, others are told why not, and only with their password', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    await signUp(server)
    await admin.client.call('enableMaintenance', { body: { message } })
    const again = await signIn(server, 'root')
    await again.client.call('maintenance')
    await assert.rejects(signIn(server, 'ada'), closed)
    await assert.rejects(signIn(server, 'ada', 'wrong one'), { code: 'INVALID_CREDENTIALS' })
    const { total } = await again.client.call('auditLog', { query: { filter: 'session', search: 'ada' } })
    assert.equal(total, 2)
  })

  test('sessions last: who was signed in before is signed in after', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    await admin.client.call('enableMaintenance', { body: { message } })
    server.clock.advance(14 * 60 * SECOND)
    const { token } = await server.client.call('refresh', { body: { refreshToken: ada.refreshToken } })
    assert.notEqual(token, ada.token)
    const admins = await server.client.call('refresh', { body: { refreshToken: admin.refreshToken } })
    assert.equal(admins.user.isAdmin, true)
  })

  test('running transfers finish, and what has begun goes on', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const content = Buffer.alloc(100_000, 5)
    const file = await upload(server.baseUrl, content)
    const { url } = await server.client.call('downloadTicket', { params: { id: file.id }, body: {} })
    const finish = await beginUpload(server)
    const tus = { 'tus-resumable': '1.0.0' }
    const created = await fetch(`${server.baseUrl}/api/files/resumable`, {
      method: 'POST',
      headers: { ...tus, 'upload-length': '3', 'upload-metadata': `filename ${btoa('a.txt')}` },
    })
    assert.equal(created.status, 201)

    await admin.client.call('enableMaintenance', { body: { message } })
    const { status, body } = await finish()
    assert.equal(status, 201, body)
    const download = await fetch(server.baseUrl + url)
    assert.deepEqual(Buffer.from(await download.arrayBuffer()), content)
    const without = await fetch(`${server.baseUrl}/api/download/${file.id}/file`)
    assert.equal(await codeOf(without, 503), 'MAINTENANCE')
    const rest = await fetch(new URL(created.headers.get('location') ?? '', server.baseUrl), {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: 'abc',
    })
    assert.equal(rest.status, 204, await rest.text())
  })

  test('another instance knows within two seconds, and a new start at once', async () => {
    const at = await place()
    await using first = await startServer(at)
    const admin = await signUpAdmin(first)
    {
      await using second = await startServer(at)
      const state = async () => (await second.client.call('config')).maintenance.active
      assert.equal(await state(), false)
      await admin.client.call('enableMaintenance', { body: { message } })
      second.clock.advance(2 * SECOND)
      assert.equal(await state(), true)
      await assert.rejects(second.client.call('fileInfo', { params: { id: 'A'.repeat(22) } }), closed)
      await admin.client.call('disableMaintenance')
      second.clock.advance(2 * SECOND)
      assert.equal(await state(), false)
      await admin.client.call('enableMaintenance', { body: { message } })
    }
    await using later = await startServer(at)
    await assert.rejects(later.client.call('fileInfo', { params: { id: 'A'.repeat(22) } }), closed)
  })

  test('who switched it is in the audit log', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    await admin.client.call('enableMaintenance', { body: { message } })
    server.clock.advance(SECOND)
    await admin.client.call('disableMaintenance')
    const { entries } = await admin.client.call('auditLog', { query: { filter: 'service' } })
    assert.deepEqual(
      entries.map(({ act, actor }) => [act, actor]),
      [
        ['service.maintenance-disabled', { id: admin.user.id, name: 'root' }],
        ['service.maintenance-enabled', { id: admin.user.id, name: 'root' }],
      ],
    )
  })
})

test('an empty message of maintenance becomes the usual one', async () => {
  await using server = await startServer()
  const { client } = await signUpAdmin(server)
  for (const body of [{}, { message: '  ' }]) {
    const { maintenance } = await client.call('enableMaintenance', { body })
    assert.equal(maintenance.message, usualMaintenanceMessage)
  }
})

test('only administrators switch maintenance', async () => {
  await using server = await startServer()
  const ada = await signUp(server)
  for (const [client, code] of [
    [ada.client, 'FORBIDDEN'],
    [server.client, 'AUTHENTICATION_REQUIRED'],
  ] as const) {
    await assert.rejects(client.call('enableMaintenance', { body: { message } }), { code })
    await assert.rejects(client.call('disableMaintenance'), { code })
    await assert.rejects(client.call('maintenance'), { code })
  }
  assert.equal((await server.client.call('config')).maintenance.active, false)
})

test('under maintenance the page is still served', async () => {
  await using server = await startServer({ web: true })
  const admin = await signUpAdmin(server)
  await admin.client.call('enableMaintenance', { body: { message } })
  for (const path of ['/', '/download/x', '/admin']) {
    const answer = await fetch(server.baseUrl + path)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
  }
})
