import { randomBytes } from 'node:crypto'
import { closeSync, openSync, statSync, writev } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gcm as driver } from '#crypto/aes-gcm/aes-gcm.ts'
import { chunkLength, sealedChunkLength, tagLength } from '#crypto/content/content-sizes.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'

/**
 * What Node can do at most with content in chunks of the file format: PUT seals a body and writes it, GET reads, opens and
 * sends it. No form, no scan, no table, nothing made durable, one key and one nonce. The server is measured beside it.
 */
const [, , folder = '.', port = '0'] = process.argv
const path = join(folder, 'bare.bin')
const key = randomBytes(32)
const nonce = randomBytes(12)
const batchLength = 1024 * 1024
const maxWaiting = 2 * batchLength
const segmentLength = Math.floor(batchLength / sealedChunkLength) * sealedChunkLength

function receive(request: IncomingMessage, response: ServerResponse): void {
  const file = openSync(path, 'w')
  let buffers: Uint8Array[] = []
  let waiting = 0
  let writing = false
  let ended = false
  let room = chunkLength
  const gcm = driver.create(key)
  gcm.begin(nonce)

  function seal(buffer: Uint8Array) {
    const chunks = Math.floor((chunkLength - room + buffer.length) / chunkLength)
    const sealed = Buffer.allocUnsafeSlow(buffer.length + chunks * tagLength)
    let from = 0
    let at = 0
    for (; buffer.length - from >= room; room = chunkLength) {
      gcm.encrypt(buffer, from, from + room, sealed, at)
      from += room
      at += room
      gcm.end(sealed, at)
      at += tagLength
      gcm.begin(nonce)
    }
    gcm.encrypt(buffer, from, buffer.length, sealed, at)
    room -= buffer.length - from
    releaseBuffer(buffer)
    buffers.push(sealed)
    waiting += sealed.length
  }
  function write() {
    if (writing || (waiting < batchLength && !ended)) return
    if (waiting === 0) {
      gcm[Symbol.dispose]()
      closeSync(file)
      response.end()
      return
    }
    writing = true
    const batch = buffers
    buffers = []
    waiting = 0
    writev(file, batch, (error) => {
      if (error) throw error
      for (const buffer of batch) releaseBuffer(buffer)
      writing = false
      request.resume()
      write()
    })
  }
  request.on('data', (buffer: Uint8Array) => {
    seal(buffer)
    write()
    if (waiting > maxWaiting) request.pause()
  })
  request.on('end', () => {
    ended = true
    write()
  })
}

/** The last bytes, which are no whole chunk, are left out. */
async function send(response: ServerResponse): Promise<void> {
  const length = Math.floor(statSync(path).size / sealedChunkLength) * sealedChunkLength
  response.writeHead(200, { 'content-length': (length / sealedChunkLength) * chunkLength })
  await using file = await open(path)
  using gcm = driver.create(key)
  async function read(position: number) {
    const buffer = Buffer.allocUnsafeSlow(Math.min(segmentLength, length - position))
    await file.read(buffer, 0, buffer.length, position)
    return buffer
  }
  let next = read(0)
  let sent: Promise<void> | undefined
  for (let position = 0; position < length; position += segmentLength) {
    const buffer = await next
    if (position + segmentLength < length) next = read(position + segmentLength)
    const opened = Buffer.allocUnsafeSlow((buffer.length / sealedChunkLength) * chunkLength)
    for (let from = 0, at = 0; from < buffer.length; from += sealedChunkLength, at += chunkLength) {
      if (!gcm.open(nonce, buffer, from, from + sealedChunkLength, opened, at))
        throw Error('not what was sealed')
    }
    releaseBuffer(buffer)
    await sent
    sent = sendChunk(response, opened)
  }
  await sent
  response.end()
}

function sendChunk(response: ServerResponse, buffer: Uint8Array): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  response.write(buffer, () => {
    releaseBuffer(buffer)
    resolve()
  })
  return promise
}

createServer((request, response) => {
  if (request.method === 'PUT') receive(request, response)
  else if (request.url === '/') response.end()
  else send(response).catch((error: unknown) => response.destroy(Error('not sent', { cause: error })))
}).listen(Number(port), '127.0.0.1')
