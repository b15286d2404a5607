import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newStepsToken } from '#client/follow-steps.ts'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { followArrival } from '#tests/support/links/follow-arrival.ts'
import { startServer } from '#tests/support/server/server.ts'
import { freePort, startServerProcess } from '#tests/support/server/server-process.ts'
import {
  beginPatch,
  offsetOf,
  patchUpload,
  sendCreation,
} from '#tests/support/transfers/resumable-uploads.ts'
import { ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const receivers = 50
/** Seconds for which the cost of waiting is measured. */
const measured = 20

type Server = { readonly baseUrl: string }

async function begin(server: Server, length: number) {
  const response = await sendCreation(server, length)
  assert.equal(response.status, 201, await response.text())
  const id = response.headers.get('x-download-url')?.split('/').at(-1) ?? ''
  return { url: `${server.baseUrl}${response.headers.get('location')}`, id }
}

onSqlite('receivers of an upload under way', ({ place }) => {
  test('see it go on after the server was killed, and have the file soon after the last byte', async (t) => {
    const { dataDir } = await place()
    const port = String(await freePort())
    const at = { baseUrl: `http://127.0.0.1:${port}` }
    const start = () => startServerProcess(dataDir, { PORT: port, PUBLIC_URL: at.baseUrl })
    let server = await start()
    try {
      const bytes = randomBytes(30_000_000)
      const { url, id } = await begin(at, bytes.length)
      const first = await followArrival(at, id)
      const sending = beginPatch(url, 0)
      await sending.write(bytes.subarray(0, 20_000_000))
      await until(async () => first.all.some(({ data }) => JSON.stringify(data).includes('20000000')))
      server.child.kill('SIGKILL')
      await server.exited
      await first.ended
      assert.ok(!first.has('ready') && !first.has('ended'))
      server = await start()
      const second = await followArrival(at, id)
      assert.equal(second.response.status, 200)
      const offset = await offsetOf(url)
      assert.ok(offset > 8_000_000 && offset < bytes.length)
      const rest = beginPatch(url, offset)
      await rest.write(bytes.subarray(offset, -1000))
      await until(async () => second.has('progress'))
      await rest.write(bytes.subarray(-1000))
      rest.end()
      const last = performance.now()
      assert.equal((await second.ended).at(-1)?.event, 'ready')
      const answer = await fetch(await ticketUrl(at.baseUrl, id))
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
      atMost(t, 'from the last byte to the whole file', performance.now() - last, 2000, 'ms')
    } finally {
      server.child.kill('SIGTERM')
      await server.exited
    }
  })

  test('cost next to nothing while they wait', async (t) => {
    const { dataDir } = await place()
    const server = await startServerProcess(dataDir, { RATE_LIMITS: 'off' })
    try {
      const { url, id } = await begin(server, 1_000_000)
      const sending = beginPatch(url, 0)
      async function secondsOfProcessor() {
        const before = processorTime(server.child.pid ?? 0)
        for (let n = 0; n < measured; n += 1) {
          await sending.write(randomBytes(2000))
          await pause(1000)
        }
        return processorTime(server.child.pid ?? 0) - before
      }
      const alone = await secondsOfProcessor()
      const waiting = await Promise.all(Array.from({ length: receivers }, () => followArrival(server, id)))
      await until(async () => waiting.every((one) => one.has('progress')))
      const together = await secondsOfProcessor()
      assert.ok(waiting.every(({ all }) => all.length >= measured / 4))
      t.diagnostic(`${alone.toFixed(2)} s alone, ${together.toFixed(2)} s with all of them, in ${measured} s`)
      const share = ((together - alone) / measured) * 1000
      atMost(t, '50 waiting receivers', share, 10, 'thousandths of a processor')
      for (const one of waiting) one.close()
    } finally {
      server.child.kill('SIGTERM')
      await server.exited
    }
  })
})

/** Seconds of processor that a process and its threads have taken. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

forEachDatabase('an upload under way', ({ place }) => {
  test('is told to be paused, and to go on', async () => {
    await using server = await startServer(await place())
    const { url, id } = await begin(server, 20)
    const follower = await followArrival(server, id)
    assert.equal((await patchUpload(url, 0, randomBytes(8))).status, 204)
    await until(async () => follower.has('paused'))
    assert.ok(!follower.has('resumed'))
    const sending = beginPatch(url, 8)
    await sending.write(randomBytes(8))
    await until(async () => follower.has('resumed'))
    await sending.write(randomBytes(4))
    sending.end()
    assert.equal((await follower.ended).at(-1)?.event, 'ready')
  })

  test('as a form keeps its link when it is sent once more', async () => {
    await using server = await startServer(await place())
    const token = newStepsToken()
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
    const form = `${head}${'x'.repeat(200_000)}\r\n--b--\r\n`
    const post = () => {
      const headers = {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': form.length,
        'x-upload-token': token,
      }
      const sending = request(`${server.baseUrl}/api/files/upload`, { method: 'POST', headers })
      sending.on('error', () => {})
      sending.write(form.slice(0, 100_000))
      return sending
    }
    const rows = () => server.services.database.selectFrom('arrivals').selectAll().execute()
    const broken = post()
    await until(async () => (await rows()).length > 0)
    const [given] = await rows()
    broken.destroy()
    await until(async () => (await rows())[0]?.ended_as === 'stopped')
    const again = post()
    await until(async () => (await rows())[0]?.ended_as === null)
    again.end(form.slice(100_000))
    await until(async () => (await rows()).length === 0)
    const { file } = await server.client.call('fileInfo', { params: { id: given?.link_id ?? '' } })
    assert.deepEqual([file.filename, file.size, file.state], ['a.bin', 200_000, undefined])
  })
})
