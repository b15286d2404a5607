import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { parseArgs } from 'node:util'

/**
 * The client of the bench, a process of its own: sends the same random mebibyte again and again over a plain socket,
 * so that it costs little and the same for every server. Prints one line of JSON.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const [job = '', portText = '', path = '/', bytesText = '0', countText = '1'] = positionals
const port = Number(portText)
const bytes = Number(bytesText)
const count = Number(countText)
const block = randomBytes(1024 * 1024)
/** As long as browsers make them: what the parser searches for. */
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW'
const opening = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.bin"\r\n\r\n`
const closing = `\r\n--${boundary}--\r\n`

/** One upload as a form or, for a plain web server, as a PUT. Resolves with the answer. */
function send(asForm: boolean): Promise<string> {
  const [before, after] = asForm ? [opening, closing] : ['', '']
  const head = asForm
    ? `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n`
    : `PUT ${path} HTTP/1.1\r\nHost: bench\r\n`
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let left = bytes
  function more() {
    while (left > 0) {
      const piece = left >= block.length ? block : block.subarray(0, left)
      left -= piece.length
      if (!socket.write(piece)) return
    }
    socket.off('drain', more)
    socket.write(after)
  }
  socket.on('drain', more).on('error', reject)
  socket.once('data', (answer) => {
    socket.destroy()
    resolve(answer.toString('latin1'))
  })
  socket.write(`${head}Content-Length: ${before.length + bytes + after.length}\r\n\r\n${before}`)
  more()
  return promise
}

/** Reads an answer to its last byte and forgets it. Resolves with the number of bytes. */
function fetchAll(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: Buffer.allocUnsafe(1024 * 1024),
      callback(length, buffer) {
        if (expected === undefined) {
          const text = Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1')
          const bodyAt = text.indexOf('\r\n\r\n') + 4
          expected = Number(/content-length: (\d+)/i.exec(text)?.[1])
          read -= bodyAt
        }
        read += length
        if (read >= expected) {
          socket.end()
          resolve(read)
        }
        return true
      },
    },
  })
  let expected: number | undefined
  let read = 0
  socket.on('error', reject)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`)
  return promise
}

/** `count` requests over 16 kept connections. */
async function many(small: boolean): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const body = Buffer.concat([Buffer.from(opening), block.subarray(0, bytes), Buffer.from(closing)])
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.length,
  }
  let left = count
  let failed = 0
  async function worker() {
    while (left > 0) {
      left -= 1
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const call = request({
        agent,
        port,
        host: '127.0.0.1',
        path,
        ...(small ? { method: 'POST', headers } : {}),
      })
      call.on('error', reject).on('response', (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
      call.end(small ? body : undefined)
      if ((await promise) >= 400) failed += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  agent.destroy()
  return failed === 0 ? '' : `${failed} failed`
}

const jobs: Record<string, () => Promise<unknown>> = {
  form: () => send(true),
  put: () => send(false),
  get: fetchAll,
  forms: () => Promise.all(Array.from({ length: count }, () => send(true))),
  puts: () => Promise.all(Array.from({ length: count }, () => send(false))),
  small: () => many(true),
  calls: () => many(false),
}
const started = performance.now()
const answer = await jobs[job]?.()
process.stdout.write(
  `${JSON.stringify({ seconds: (performance.now() - started) / 1000, answer: String(answer) })}\n`,
)
