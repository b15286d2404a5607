import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { type Outcome, sendContent } from './send-content.ts'

const chunkSize = 256 * 1024
type Options = Partial<Parameters<typeof sendContent>[2]>

/** A server that sends chunks without end, or `count` of them, to the one receiver that `receive` is. */
async function send(
  receive: (socket: Socket) => void,
  options: Options = {},
  { count = 1000, fail = false, bytes = chunkSize } = {},
): Promise<Outcome & { made: number }> {
  let made = 0
  async function* chunks() {
    for (; made < count; made += 1) yield new Uint8Array(bytes)
    if (fail) throw new Error('the store is away')
  }
  const outcome = Promise.withResolvers<Outcome>()
  const server = createServer((_request, response) => {
    const length = count * bytes
    const begin = () => void response.writeHead(200, { connection: 'close', 'content-length': length })
    sendContent(response, chunks(), { length, stallTimeoutMs: 60_000, begin, ...options }).then(
      outcome.resolve,
      outcome.reject,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  const socket = connect(address.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  receive(socket)
  try {
    return { ...(await outcome.promise), made }
  } finally {
    socket.destroy()
    server.close()
  }
}

test('a receiver that takes everything has it all', async () => {
  const { arrived, sent } = await send((socket) => socket.resume(), {}, { count: 20 })
  assert.deepEqual({ arrived, sent }, { arrived: true, sent: 20 * chunkSize })
})

test('a running transfer is cut by its signal, and says how many bytes may have left', async () => {
  const cut = new AbortController()
  let received = 0
  const outcome = await send(
    (socket) => {
      socket.on('data', (chunk) => {
        received += chunk.length
        if (received > 4 * chunkSize) cut.abort()
      })
    },
    { signal: cut.signal },
  )
  assert.equal(outcome.arrived, false)
  assert.equal(outcome.error, undefined)
  assert.ok(outcome.sent >= 4 * chunkSize - 1000 && outcome.sent < 1000 * chunkSize, String(outcome.sent))
})

test('a transfer whose signal has fired does not begin', async () => {
  const begun: string[] = []
  const began = send((socket) => socket.resume(), {
    signal: AbortSignal.abort(),
    begin: () => begun.push('head'),
  })
  await assert.rejects(began, { name: 'AbortError' })
  assert.deepEqual(begun, [])
})

test('of a receiver that resets it is known how many bytes may have left', async () => {
  let received = 0
  const { arrived, sent } = await send((socket) => {
    socket.on('data', (chunk) => {
      received += chunk.length
      if (received > 4 * chunkSize) socket.resetAndDestroy()
    })
  })
  assert.equal(arrived, false)
  assert.ok(sent >= received - 1000 && sent < 1000 * chunkSize)
})

test('when the store fails in the middle, what has left is known, and why it stopped', async () => {
  const { arrived, sent, error } = await send((socket) => socket.resume(), {}, { count: 7, fail: true })
  assert.equal(arrived, false)
  assert.equal(sent, 7 * chunkSize)
  assert.match(String(error), /the store is away/)
})

test('a receiver that takes a little now and then is no receiver', async () => {
  const { arrived, made } = await send(
    (socket) => {
      socket.pause()
      const sip = setInterval(() => socket.read(1000), 20)
      socket.on('close', () => clearInterval(sip))
    },
    { stallTimeoutMs: 500, minRate: 10 * 1024 * 1024 },
  )
  assert.equal(arrived, false)
  assert.ok(made < 1000)
})

test('a receiver that never stalls, and takes less than the lowest rate, is no receiver', async () => {
  const MIB = 1024 * 1024
  const { arrived } = await send(
    (socket) => {
      // 4 MiB a second: so much at once that the sender sees it go on all the time.
      socket.on('data', () => socket.pause())
      const sip = setInterval(() => socket.resume(), 16)
      socket.on('close', () => clearInterval(sip))
    },
    { stallTimeoutMs: 5_000, minRate: 6.4 * MIB },
    { count: 2, bytes: 32 * MIB },
  )
  assert.equal(arrived, false)
})
