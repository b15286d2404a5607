import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { webpHeader } from '../support/transfers/thumbnails.ts'

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
const words = Buffer.from(
  Array.from({ length: 8192 }, (_, n) => `line ${n} of a table, ${n * 7919}\n`).join(''),
)
/** As long as browsers make them: what the parser searches for. */
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW'
const opening = openingOf('file', 'bench.bin')
const closing = `\r\n--${boundary}--\r\n`
const formHead = `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n`

function openingOf(field: string, filename: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\n\r\n`
}

/** That many random bytes, in chunks. */
function* random(length: number): Generator<Uint8Array> {
  for (let left = length; left > 0; left -= block.length)
    yield left >= block.length ? block : block.subarray(0, left)
}

function* prose(length: number): Generator<Uint8Array> {
  yield words.subarray(0, length)
}

function* form(): Generator<Uint8Array> {
  yield Buffer.from(opening)
  yield* random(bytes)
  yield Buffer.from(closing)
}

/** As large as most that browsers make; the server looks at its header only. */
const thumbnail = webpHeader(320, 240, 12 * 1024)
/** Photos above these have none. */
const maxThumbnails = 200

/**
 * `count` files of one form that together hold `bytes`, all of one size, in folders of a thousand.
 * @param content so many bytes of a file
 */
function* members(
  content: (length: number) => Iterable<Uint8Array> = random,
  hasThumbnails = false,
): Generator<Uint8Array> {
  for (let index = 0; index < count; index += 1) {
    const name = `member-${index}.bin`
    if (hasThumbnails && index < maxThumbnails) {
      yield Buffer.from(`${index === 0 ? '' : '\r\n'}${openingOf(`thumbnail_${name}`, 'thumbnail.webp')}`)
      yield thumbnail
    }
    const folder = `--${boundary}\r\nContent-Disposition: form-data; name="folderPath_${name}"\r\n\r\n`
    const between = index === 0 && !hasThumbnails ? '' : '\r\n'
    yield Buffer.from(`${between}${folder}folder-${Math.floor(index / 1000)}\r\n${openingOf('files', name)}`)
    yield* content(bytes / count)
  }
  yield Buffer.from(closing)
}

/** One request over a plain socket. Resolves with the beginning of the answer. */
function send(head: string, body: () => Iterable<Uint8Array>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const chunks = body()[Symbol.iterator]()
  function more() {
    for (let next = chunks.next(); !next.done; next = chunks.next()) if (!socket.write(next.value)) return
    socket.off('drain', more)
  }
  socket.on('drain', more).on('error', reject)
  socket.once('data', (answer) => {
    socket.destroy()
    resolve(answer.toString('latin1'))
  })
  socket.write(`${head}Content-Length: ${lengthOf(body)}\r\n\r\n`)
  more()
  return promise
}

function lengthOf(body: () => Iterable<Uint8Array>): number {
  let length = 0
  for (const chunk of body()) length += chunk.length
  return length
}

/** An upload by the tus protocol, whole in one PATCH. Resolves with the answer that tells the file. */
async function resumable(): Promise<string> {
  const tus = { 'tus-resumable': '1.0.0' }
  const origin = `http://127.0.0.1:${port}`
  const metadata = `filename ${Buffer.from('bench.bin').toString('base64')}`
  const headers = { ...tus, 'upload-length': String(bytes), 'upload-metadata': metadata }
  const created = await fetch(`${origin}${path}`, { method: 'POST', headers })
  const upload = created.headers.get('location')
  const head = `PATCH ${upload} HTTP/1.1\r\nHost: bench\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n`
  await send(head, () => random(bytes))
  return (await fetch(`${origin}${upload}/file`)).text()
}

function sendForm(): Promise<string> {
  return send(formHead, form)
}

function put(): Promise<string> {
  return send(`PUT ${path} HTTP/1.1\r\nHost: bench\r\n`, () => random(bytes))
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

type Call = { method: string; headers: Record<string, string | number>; body?: Uint8Array }

/** `count` requests over 16 connections, which are kept where the server keeps them. */
async function many({ method, headers, body }: Call): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  let left = count
  let failed = 0
  async function worker() {
    while (left > 0) {
      left -= 1
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const call = request({ agent, port, host: '127.0.0.1', path, method, headers })
      call.on('error', reject).on('response', (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
      call.end(body)
      if ((await promise) >= 400) failed += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  agent.destroy()
  return failed === 0 ? '' : `${failed} failed`
}

function smallForm(): Call {
  const body = Buffer.concat([Buffer.from(opening), block.subarray(0, bytes), Buffer.from(closing)])
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.length,
  }
  return { method: 'POST', headers, body }
}

function emptyObject(): Call {
  const headers = { 'content-type': 'application/json', 'content-length': 2 }
  return { method: 'POST', headers, body: Buffer.from('{}') }
}

const jobs: Record<string, () => Promise<unknown>> = {
  form: sendForm,
  members: () => send(formHead, () => members()),
  texts: () => send(formHead, () => members(prose)),
  photos: () => send(formHead, () => members(random, true)),
  resumable,
  put,
  get: fetchAll,
  forms: () => Promise.all(Array.from({ length: count }, sendForm)),
  puts: () => Promise.all(Array.from({ length: count }, put)),
  'small forms': () => many(smallForm()),
  'empty objects': () => many(emptyObject()),
  calls: () => many({ method: 'GET', headers: {} }),
}
const started = performance.now()
const answer = await jobs[job]?.()
process.stdout.write(
  `${JSON.stringify({ seconds: (performance.now() - started) / 1000, answer: String(answer) })}\n`,
)
