import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { test } from 'node:test'
import { newStepsToken } from '#client/follow-steps.ts'
import { newId } from '#crypto/random-id.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { followArrival } from '#tests/support/links/follow-arrival.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { eicar } from '#tests/support/services/eicar.ts'
import {
  beginPatch,
  patchUpload,
  resultOf,
  sendCreation,
  tus,
} from '#tests/support/transfers/resumable-uploads.ts'
import { askTicket, codeOf, fetchOnce, until } from '#tests/support/transfers/transfers.ts'

const HOUR = 3_600_000

/** Begins a resumable upload: its address, its link, and the id of that. */
async function begin(
  server: TestServer,
  ...rest: [length: number, values?: Record<string, string>, headers?: Record<string, string>]
) {
  const response = await sendCreation(server, ...rest)
  assert.equal(response.status, 201, await response.text())
  const link = response.headers.get('x-download-url')
  return { url: `${server.baseUrl}${response.headers.get('location')}`, link, id: idOf(link) }
}

function idOf(link: string | null): string {
  return link?.split('/').at(-1) ?? ''
}

forEachDatabase('an upload under way', ({ place }) => {
  test('has its link from the beginning, and nothing is served before its verdict', async () => {
    const at = await place()
    await using server = await startServer(at)
    await using other = await startServer(at)
    const { token, user } = await signUp(server)
    const auth = { authorization: `Bearer ${token}` }
    const values = { filename: 'secret name.txt', title: 'Handover', expiresIn: '1h', uploadKey: newId() }
    const { url, id, link } = await begin(server, 20, values, auth)
    assert.equal((await begin(server, 20, values, auth)).link, link)
    assert.equal((await fetch(url, { method: 'HEAD', headers: tus })).headers.get('x-download-url'), link)

    const follower = await followArrival(other, id)
    const sending = beginPatch(url, 0)
    await sending.write(randomBytes(8))
    await until(async () =>
      follower.all.some(({ data }) => JSON.stringify(data) === '{"received":8,"total":20}'),
    )
    const { file } = await other.client.call('fileInfo', { params: { id } })
    const { state, received, size, filename, title, uploadedBy } = file
    assert.deepEqual(
      { state, received, size, filename, title, uploadedBy },
      {
        state: 'arriving',
        received: 8,
        size: 20,
        filename: '',
        title: 'Handover',
        uploadedBy: user.username,
      },
    )
    const refused = await askTicket(server.baseUrl, id)
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.equal(await codeOf(refused, 409), 'FILE_ARRIVING')
    for (const path of ['file', 'members', 'members/0', 'members/0/preview', 'members/0/thumbnail'])
      assert.equal(
        await codeOf(await fetch(`${other.baseUrl}/api/download/${id}/${path}`), 409),
        'FILE_ARRIVING',
      )
    // The time counts from the end of the upload.
    server.clock.advance(HOUR)
    other.clock.advance(HOUR)
    await sending.write(Buffer.from('twelve bytes'))
    sending.end()
    assert.equal(await sending.answered, 204)
    const reply = await resultOf(server, url)
    assert.equal(reply.file.downloadUrl, link)
    assert.ok(Math.abs(Date.parse(reply.file.expiresAt) - server.clock.now() - HOUR) < 60_000)
    assert.deepEqual((await follower.ended).at(-1), { event: 'ready', data: {} })
    assert.equal(await fetchOnce(other, id), 'complete')
    assert.deepEqual(await (await followArrival(other, id)).ended, [{ event: 'ready', data: {} }])
    assert.deepEqual(await server.services.database.selectFrom('arrivals').selectAll().execute(), [])
  })

  test('says whose it is as soon as a form has said so, and never a name', async () => {
    await using server = await startServer(await place())
    const boundary = 'b0undary'
    const part = (head: string, text: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
    const form = `${part('name="title"', 'Plans')}${part('name="senderName"', 'Ines')}${part('name="file"; filename="hidden.txt"', 'x'.repeat(30_000))}--${boundary}--\r\n`
    const response = await fetch(`${server.baseUrl}/api/files/resumable`, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(form.length),
        'upload-metadata': `filetype ${Buffer.from(`multipart/form-data; boundary=${boundary}`).toString('base64')}`,
      },
    })
    const id = idOf(response.headers.get('x-download-url'))
    const url = `${server.baseUrl}${response.headers.get('location')}`
    const sending = beginPatch(url, 0)
    await sending.write(Buffer.from(form.slice(0, 20_000)))
    const info = async () => (await server.client.call('fileInfo', { params: { id } })).file
    await until(async () => (await info()).title === 'Plans')
    assert.equal((await info()).senderName, 'Ines')
    assert.ok(!JSON.stringify(await info()).includes('hidden'))
    await sending.write(Buffer.from(form.slice(20_000)))
    sending.end()
    assert.equal(await sending.answered, 204)
    assert.equal((await info()).filename, 'hidden.txt')
    assert.equal((await resultOf(server, url)).file.id, id)
  })

  test('says why it ended', async () => {
    await using server = await startServer(await place())
    const virus = eicar()
    const infected = await begin(server, virus.length)
    const cancelled = await begin(server, 10)
    const late = await begin(server, 10)
    const first = await followArrival(server, infected.id)
    const second = await followArrival(server, cancelled.id)
    assert.equal(await codeOf(await patchUpload(infected.url, 0, virus), 422), 'VIRUS_DETECTED')
    assert.deepEqual((await first.ended).at(-1), { event: 'ended', data: { reason: 'virus' } })
    assert.equal((await fetch(cancelled.url, { method: 'DELETE', headers: tus })).status, 204)
    assert.deepEqual((await second.ended).at(-1), { event: 'ended', data: { reason: 'cancelled' } })
    const again = await fetch(`${server.baseUrl}/api/files/info/${infected.id}`)
    assert.equal(await codeOf(again, 410), 'UPLOAD_ENDED')

    const third = await followArrival(server, late.id)
    server.clock.advance(24 * HOUR)
    await server.sweep()
    assert.deepEqual((await third.ended).at(-1), { event: 'ended', data: { reason: 'stopped' } })
    server.clock.advance(25 * HOUR)
    await server.sweep()
    assert.deepEqual(await server.services.database.selectFrom('arrivals').selectAll().execute(), [])
  })

  test('as a form has its link among its steps, and has ended when it breaks off', async () => {
    await using server = await startServer(await place())
    const token = newStepsToken()
    const steps = await fetch(`${server.baseUrl}/api/files/steps/${token}`)
    const boundary = 'b0undary'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
    const sending = request(`${server.baseUrl}/api/files/upload`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': '500000',
        'x-upload-token': token,
      },
    })
    sending.on('error', () => {})
    sending.write(head + 'x'.repeat(100_000))
    const text = await textUntil(steps, /event: link\ndata: (.*)\n/)
    const id = idOf(JSON.parse(text).downloadUrl)
    const { file } = await server.client.call('fileInfo', { params: { id } })
    assert.equal(file.state, 'arriving')
    const follower = await followArrival(server, id)
    sending.destroy()
    assert.deepEqual((await follower.ended).at(-1), { event: 'ended', data: { reason: 'stopped' } })
  })

  test('has no early link where it adds to a transfer or beside an older release', async () => {
    await using server = await startServer(await place())
    const { token } = await signUp(server)
    const auth = { authorization: `Bearer ${token}` }
    const { url, id } = await begin(server, 3, {}, auth)
    await patchUpload(url, 0, randomBytes(3))
    const { transfer } = await resultOf(server, url)
    assert.equal((await begin(server, 3, { transfer: transfer.ref }, auth)).link, null)
    const older = { id: 'older', steps: '0012-settings', active_key: '', other_keys: '' }
    await server.services.database
      .insertInto('instances')
      .values({ ...older, seen_at: server.clock.now() })
      .execute()
    const beside = await begin(server, 3)
    assert.equal(beside.link, null)
    await patchUpload(beside.url, 0, randomBytes(3))
    assert.notEqual((await resultOf(server, beside.url)).file.id, id)
  })

  test('that never was answers like any unknown link, and one address waits for so many', async () => {
    await using server = await startServer(await place())
    assert.equal(await codeOf((await followArrival(server, newId())).response, 404), 'FILE_NOT_FOUND')
    const { id } = await begin(server, 3)
    const waiting = await Promise.all(Array.from({ length: 64 }, () => followArrival(server, id)))
    assert.ok(waiting.every(({ response }) => response.status === 200))
    assert.equal(await codeOf((await followArrival(server, id)).response, 429), 'RATE_LIMITED')
    for (const one of waiting) one.close()
  })
})

/** Reads an answer that goes on until something comes, and gives that. */
async function textUntil(response: Response, pattern: RegExp): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const found = pattern.exec(text)?.[1]
    if (found !== undefined) return found
  }
  throw new Error(`the answer ended: ${text}`)
}
