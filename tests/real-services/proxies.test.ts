import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json, text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { Upload } from 'tus-js-client'
import { stepsHeader } from '#contract/headers.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { createLargeContent } from '#tests/support/samples/large-content.ts'
import { freePort, startServerProcess } from '#tests/support/server/server-process.ts'
import { type Certificate, makeCertificate, startCaddy, startNginx } from '#tests/support/services/proxies.ts'
import { openRelay } from '#tests/support/services/relay.ts'
import { startSlowClamd } from '#tests/support/services/slow-clamd.ts'
import { askTicket, ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024
const uploadsPerHour = 12

type StartProxy = typeof startNginx

let folder: string
let certificate: Certificate
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-proxies-'))
  certificate = await makeCertificate(folder)
})
after(() => rm(folder, { recursive: true, force: true }))

/** A server behind a proxy. */
async function openSite(start: StartProxy, environment: Record<string, string>) {
  const place = await mkdtemp(join(folder, 'site-'))
  const server = await startServerProcess(join(place, 'data'), {
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
  })
  const { port } = new URL(server.baseUrl)
  const proxy = await start({ port: await freePort(), serverPort: Number(port), folder: place, certificate })
  async function close() {
    await proxy.stop()
    server.child.kill('SIGTERM')
    await server.exited
  }
  return { origin: proxy.origin, close, [Symbol.asyncDispose]: close }
}

const boundary = 'a-boundary-of-the-test'
const formType = `multipart/form-data; boundary=${boundary}`
const formBegin = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file.bin"\r\n\r\n`
const formEnd = `\r\n--${boundary}--\r\n`

async function answerTo(call: ReturnType<typeof request>): Promise<{ status: number; body: unknown }> {
  const [response]: IncomingMessage[] = await once(call, 'response')
  assert.ok(response?.statusCode)
  return { status: response.statusCode, body: await json(response) }
}

for (const [name, start] of [
  ['nginx', startNginx],
  ['Caddy', startCaddy],
] as const) {
  describe(name, () => {
    let site: Awaited<ReturnType<typeof openSite>>
    before(async () => {
      site = await openSite(start, { FREE_FILE_SIZE: '4GB', UPLOADS_PER_HOUR: String(uploadsPerHour) })
    })
    after(() => site.close())

    test('the steps of an upload arrive while it is still going', async () => {
      const clamd = await startSlowClamd()
      await using slow = await openSite(start, { CLAMD_URL: clamd.url })
      const token = randomBytes(16).toString('base64url')
      const { body } = await fetch(`${slow.origin}/api/files/steps/${token}`)
      assert.ok(body)
      const form = new FormData()
      form.append('file', new Blob([randomBytes(MIB)]), 'file.bin')
      const headers = { [stepsHeader]: token }
      const sending = fetch(`${slow.origin}/api/files/upload`, { method: 'POST', headers, body: form })
      let told = ''
      for await (const part of body.pipeThrough(new TextDecoderStream())) {
        told += part
        if (told.endsWith('data: {"step":"scanning"}\n\n')) clamd.finish()
      }
      assert.match(told, /"scanning".*"done"/s)
      assert.equal((await sending).status, 201)
      await clamd.stop()
    })

    test('a resumable upload goes on after its connection was cut', async () => {
      const bytes = randomBytes(32 * MIB)
      await using relay = await openRelay({ cutAfter: 7_000_000 })
      relay.leadTo(site.origin)
      const done = Promise.withResolvers<string>()
      const upload = new Upload(bytes, {
        endpoint: `${relay.origin.replace('http:', 'https:')}/api/files/resumable`,
        metadata: { filename: 'file.bin' },
        retryDelays: Array.from({ length: 100 }, () => 100),
        onError: done.reject,
        onSuccess: () => done.resolve(upload.url ?? ''),
      })
      upload.start()
      const { pathname } = new URL(await done.promise)
      assert.ok(relay.cuts() >= 4, `${relay.cuts()} cuts`)
      const result = await fetch(`${site.origin}${pathname}/file`)
      const reply: UploadReply = JSON.parse(await result.text())
      const back = await fetch(await ticketUrl(site.origin, reply.file.id))
      assert.ok(Buffer.from(await back.arrayBuffer()).equals(bytes))
    })

    test('limits count the address a caller has, and not what it claims', async () => {
      async function sendFrom(address: string): Promise<number> {
        const sending = request(`${site.origin}/api/files/upload`, {
          method: 'POST',
          localAddress: address,
          headers: { 'content-type': formType, 'x-forwarded-for': `192.0.2.${randomBytes(1)[0]}` },
        })
        const answered = answerTo(sending)
        sending.end(`${formBegin}text${formEnd}`)
        return (await answered).status
      }
      for (let count = 0; count < uploadsPerHour; count += 1)
        assert.equal(await sendFrom('127.0.1.1'), 201, `upload ${count}`)
      assert.equal(await sendFrom('127.0.1.1'), 429)
      assert.equal(await sendFrom('127.0.1.2'), 201)
    })

    test('3 GB go up over HTTP/2 and come down in two parts, and only the whole of it counts', async () => {
      const size = 3072 * MIB
      const content = createLargeContent(3072)
      const session = connect(site.origin)
      const call = session.request({
        ':method': 'POST',
        ':path': '/api/files/upload-stream',
        'content-type': formType,
      })
      function* form() {
        const field = `--${boundary}\r\nContent-Disposition: form-data; name="deleteAfterDownload"\r\n\r\ntrue\r\n`
        yield Buffer.from(field + formBegin)
        yield* content()
        yield Buffer.from(formEnd)
      }
      Readable.from(form(), { objectMode: false }).pipe(call)
      const { file }: UploadReply = JSON.parse(await text(call))
      session.close()
      assert.equal(file.size, size)

      const url = await ticketUrl(site.origin, file.id)
      const hash = createHash('sha256')
      const first = await fetch(url)
      assert.equal(first.headers.get('content-length'), String(size))
      let length = 0
      assert.ok(first.body)
      for await (const chunk of first.body) {
        hash.update(chunk)
        length += chunk.length
        if (length > 1024 * MIB) break
      }
      let rest: Response | undefined
      await until(async () => {
        rest = await fetch(url, {
          headers: { range: `bytes=${length}-`, 'if-range': first.headers.get('etag') ?? '' },
        })
        return rest.status !== 409
      })
      assert.equal(rest?.status, 206)
      assert.equal(rest.headers.get('content-range'), `bytes ${length}-${size - 1}/${size}`)
      assert.ok(rest.body)
      for await (const chunk of rest.body) hash.update(chunk)
      const expected = createHash('sha256')
      for (const chunk of content()) expected.update(chunk)
      assert.equal(hash.digest('hex'), expected.digest('hex'))
      await until(async () => (await askTicket(site.origin, file.id)).status === 410)
    })
  })
}
