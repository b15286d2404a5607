import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { leftovers } from '#tests/support/databases/leftovers.ts'
import { startServer } from '#tests/support/server/server.ts'
import { type ClamdBehaviour, type ClamdStream, startFakeClamd } from '#tests/support/services/fake-clamd.ts'
import { noise } from '#tests/support/services/noise.ts'
import { beginUpload } from '#tests/support/transfers/begin-upload.ts'
import { codeOf, sendForm } from '#tests/support/transfers/transfers.ts'

const KIB = 1024

/** A clamd that answers while the file is still arriving, and then keeps quiet. */
function early(answer: (stream: ClamdStream) => void) {
  const answered = Promise.withResolvers<void>()
  let done = false
  const chunk = (stream: ClamdStream) => {
    if (done) return
    done = true
    answer(stream)
    answered.resolve()
  }
  return { behaviour: { chunk }, answered: answered.promise }
}

const earlyAnswers: Record<string, (stream: ClamdStream) => void> = {
  'OK and waits': ({ socket }) => socket.write('stream: OK\0'),
  'OK and hangs up': ({ socket }) => socket.end('stream: OK\0'),
  'that it found something': ({ socket }) => socket.write('stream: Eicar FOUND\0'),
  'half an OK': ({ socket }) => socket.end('stream: O'),
  nonsense: ({ socket }) => socket.write('\x01\x02 hello\0'),
  'more than an answer': ({ socket }) => socket.write('stream: OK'.repeat(1000)),
}

for (const [name, answer] of Object.entries(earlyAnswers)) {
  test(`a clamd that says ${name} after the first chunk is not available, and nothing is stored`, async () => {
    const { behaviour, answered } = early(answer)
    await using clamd = await startFakeClamd(behaviour)
    await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
    const sending = beginUpload(server)
    await sending.write(noise(64 * KIB))
    await answered
    // The rest comes after the answer.
    for (let chunk = 0; chunk < 50; chunk += 1) {
      await sending.write(noise(16 * KIB))
      await turn()
    }
    assert.equal(await sending.end(noise(16 * KIB)), 'SCANNER_UNAVAILABLE')
    assert.equal(await leftovers(server), 0)
  })
}

const lateAnswers: Record<string, (stream: ClamdStream) => void> = {
  'OK twice': ({ socket }) => socket.end('stream: OK\0stream: OK\0'),
  'OK, then that it found something': ({ socket }) => {
    socket.write('stream: OK\0')
    socket.end('stream: Eicar FOUND\0')
  },
  'OK and more': ({ socket }) => socket.end('stream: OK\0 but'),
  'OK of something else': ({ socket }) => socket.end('stream2: OK\0'),
  'OK without its end': ({ socket }) => socket.end('stream: OK'),
  nothing: ({ socket }) => socket.end(),
  'nothing and breaks the connection': ({ socket }) => socket.resetAndDestroy(),
  'an error': ({ socket }) => socket.end('INSTREAM: Error reading from disk. ERROR\0'),
}

for (const [name, end] of Object.entries(lateAnswers)) {
  test(`a clamd that says ${name} at the end is not available, and nothing is stored`, async () => {
    await using clamd = await startFakeClamd({ end })
    await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
    const response = await sendForm(server.baseUrl, [file(300 * KIB)])
    assert.ok(Number(response.headers.get('retry-after')) > 0)
    assert.equal(await codeOf(response, 503), 'SCANNER_UNAVAILABLE')
    assert.equal(await leftovers(server), 0)
  })
}

test('a clamd that answers once, after the last byte, is believed', async () => {
  const sizes: number[] = []
  const behaviour: ClamdBehaviour = {
    end({ socket, size }) {
      sizes.push(size)
      socket.end('stream: OK\0')
    },
  }
  await using clamd = await startFakeClamd(behaviour)
  await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
  const response = await sendForm(server.baseUrl, [file(300 * KIB)])
  assert.equal(response.status, 201)
  const { file: sent } = JSON.parse(await response.text())
  const { file: info } = await server.client.call('fileInfo', { params: { id: sent.id } })
  assert.deepEqual([sizes, info.scan], [[300 * KIB], 'clean'])
})

test('a file that clamd could not read is refused where the operator says so', async () => {
  await using clamd = await startFakeClamd({ end: ({ socket }) => socket.end('stream: OK\0') })
  const bytes = gzipSync(noise(100 * KIB))
  for (const [UNSCANNED_FILES, status] of [
    ['refuse', 422],
    ['allow', 201],
  ] as const) {
    await using server = await startServer({ environment: { CLAMD_URL: clamd.url, UNSCANNED_FILES } })
    const response = await sendForm(server.baseUrl, [{ name: 'file', bytes, filename: 'file.gz' }])
    if (status === 201) assert.equal(response.status, status)
    else assert.equal(await codeOf(response, status), 'NOT_SCANNABLE')
  }
})

test('a scan of several members fails as a whole when one of the answers is missing', async () => {
  let asked = 0
  await using clamd = await startFakeClamd({
    end({ socket }) {
      asked += 1
      if (asked === 3) socket.resetAndDestroy()
      else socket.end('stream: OK\0')
    },
  })
  await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
  const members = Array.from({ length: 8 }, (_, index) => ({
    name: 'files',
    bytes: noise(50 * KIB),
    filename: `${index}.dat`,
  }))
  const response = await sendForm(server.baseUrl, members)
  assert.equal(await codeOf(response, 503), 'SCANNER_UNAVAILABLE')
  assert.equal(await leftovers(server), 0)
})

function file(size: number) {
  return { name: 'file', bytes: noise(size), filename: 'file.dat' }
}
