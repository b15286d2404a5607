import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { goodPassword, signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'

let folder: string
let server: TestServer
const content = randomBytes(3_000_000)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-cli-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
  await writeFile(join(folder, 'plan ö.bin'), content)
  await writeFile(join(folder, 'password'), goodPassword)
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Sends files and gives what the command says of them, the link at this server's address. */
async function send(args: readonly string[], input = '') {
  const { code, answer, stderr } = await runForScript(['upload', '--url', server.baseUrl, ...args], { input })
  assert.equal(code, 0, stderr + JSON.stringify(answer))
  const { file } = answer
  assert.ok(typeof file === 'object' && file !== null && 'id' in file && 'size' in file)
  return { link: `${server.baseUrl}/download/${file.id}`, id: String(file.id), size: file.size }
}

async function emptyFolder(): Promise<string> {
  return mkdtemp(join(folder, 'into-'))
}

test('a file goes up and comes down again, with its name', async () => {
  const { link, size } = await send([join(folder, 'plan ö.bin')])
  assert.equal(size, content.length)
  const into = await emptyFolder()
  const { code, stdout, stderr } = await runCommand(['download', link, '--output', into])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /plan ö\.bin \(3000000 bytes\)\.$/m)
  assert.deepEqual(await readdir(into), ['plan ö.bin'])
  assert.deepEqual(await readFile(join(into, 'plan ö.bin')), content)
})

test('a title and a name go along, and the title names the archive', async () => {
  const folderOfTwo = await emptyFolder()
  for (const name of ['a.txt', 'b.txt']) await writeFile(join(folderOfTwo, name), name)
  const words = ['--title', 'Handover', '--sender-name', 'Ines', '--download-limit', '3']
  const { id } = await send([folderOfTwo, ...words])
  const { file } = await server.client.call('fileInfo', { params: { id } })
  assert.equal(file.downloadsLeft, 3)
  assert.deepEqual([file.filename, file.title, file.senderName], ['Handover.zip', 'Handover', 'Ines'])
})

test('nothing is replaced, and a path may be chosen', async () => {
  const { link } = await send([join(folder, 'plan ö.bin')])
  const path = join(await emptyFolder(), 'mine')
  assert.equal((await runCommand(['download', link, '--output', path])).code, 0)
  const again = await runForScript(['download', link, '--output', path])
  assert.deepEqual([again.code, again.answer.code], [2, 'USAGE'])
  assert.deepEqual(await readFile(path), content)
})

test('of two downloads under one name the first stays, the second says so, and no file beside them is touched', async () => {
  const other = join(folder, 'other.bin')
  await writeFile(other, randomBytes(2_000_000))
  const ids = [await send([join(folder, 'plan ö.bin')]), await send([other])].map(({ id }) => id)
  const [firstBegan, secondBegan] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const firstEnded = Promise.withResolvers<void>()
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    const forwarded = request(server.baseUrl + url, { method, headers }, async (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      const isFile = url.includes('ticket=')
      if (isFile) {
        outgoing.flushHeaders()
        const isFirst = url.includes(ids[0] ?? '')
        const [began, goOn] = isFirst ? [firstBegan, secondBegan] : [secondBegan, firstEnded]
        began.resolve()
        await goOn.promise
      }
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  try {
    const address = proxy.address()
    assert.ok(address && typeof address === 'object')
    const into = await emptyFolder()
    const path = join(into, 'same')
    await writeFile(`${path}.part`, 'of someone else')
    const download = (id = '') =>
      runCommand(['download', `http://127.0.0.1:${address.port}/download/${id}`, '--output', path])
    const first = download(ids[0])
    // Who asks while the first tries whether the disk takes the name is refused before anything is fetched.
    await Promise.race([firstBegan.promise, first])
    const second = download(ids[1]).finally(secondBegan.resolve)
    assert.partialDeepStrictEqual(await first, { code: 0 })
    firstEnded.resolve()
    assert.deepEqual(await second, { code: 2, stdout: '', stderr: `${path} already exists.\n` })
    assert.deepEqual(await readFile(path), content)
    assert.equal(await readFile(`${path}.part`, 'utf8'), 'of someone else')
    assert.deepEqual((await readdir(into)).toSorted(), ['same', 'same.part'])
  } finally {
    proxy.close()
  }
})

test('an upload and what comes before a download are tried again when an instance goes away under them', async () => {
  const refused: string[] = []
  const proxy = createServer((incoming, outgoing) => {
    const call = `${incoming.method} ${incoming.url?.replace(/[\w-]{22}/, 'ID')}`
    // What a proxy says of an instance that died with the request.
    if (incoming.method === 'POST' && !refused.includes(call)) {
      refused.push(call)
      incoming.resume().on('end', () => outgoing.writeHead(502).end('<h1>Bad Gateway</h1>'))
      return
    }
    const { method, headers } = incoming
    const onward = request(server.baseUrl + incoming.url, { method, headers }, (answer) => {
      answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers))
    })
    incoming.pipe(onward)
  })
  try {
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const address = proxy.address()
    assert.ok(address && typeof address === 'object')
    const origin = `http://127.0.0.1:${address.port}`
    const sent = await runForScript(['upload', '--url', origin, join(folder, 'plan ö.bin')])
    assert.equal(sent.code, 0, JSON.stringify(sent.answer))
    const { file } = sent.answer
    assert.ok(typeof file === 'object' && file !== null && 'id' in file)
    const path = join(await emptyFolder(), 'whole')
    const { code, stderr } = await runCommand(['download', `${origin}/download/${file.id}`, '--output', path])
    assert.equal(code, 0, stderr)
    assert.deepEqual(await readFile(path), content)
    assert.deepEqual(refused, ['POST /api/files/upload-stream', 'POST /api/download/ID/ticket'])
  } finally {
    proxy.close()
  }
})

test('a file that changes while it is sent, or is none, is named at once, and no link is given', async () => {
  const path = join(await emptyFolder(), 'growing.log')
  await writeFile(path, Buffer.alloc(30_000_000))
  let requests = 0
  const front = createServer((incoming, answer) => {
    requests += 1
    if (incoming.url === '/api/config') {
      void fetch(`${server.baseUrl}/api/config`)
        .then((reply) => reply.text())
        .then(async (config) => {
          await writeFile(path, 'anew')
          answer.setHeader('content-type', 'application/json').end(config)
        })
    } else incoming.resume()
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const address = front.address()
  assert.ok(typeof address === 'object' && address)
  const changed = await runForScript(['upload', '--url', `http://127.0.0.1:${address.port}`, path])
  front.close()
  assert.deepEqual([changed.code, changed.answer.code], [1, 'FILE_UNREADABLE'])
  assert.equal(changed.answer.message, "Can't read growing.log. It may have changed since the upload began.")
  assert.ok(requests <= 2, String(requests))

  const pipe = join(await emptyFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const piped = await runForScript(['upload', '--url', server.baseUrl, pipe])
  assert.deepEqual([piped.code, piped.answer.code], [2, 'USAGE'])
})

test('a password is wanted where one was set, and the download leaves nothing when it is wrong', async () => {
  const { link } = await send(['--password-stdin', join(folder, 'plan ö.bin')], 'secret words\n')
  const into = await emptyFolder()
  const download = ['download', link, '--output', into]
  assert.equal((await runForScript(download)).answer.code, 'PASSWORD_REQUIRED')
  const wrong = await runForScript([...download, '--password-stdin'], { input: 'other words' })
  assert.deepEqual([wrong.code, wrong.answer.code], [1, 'INVALID_FILE_PASSWORD'])
  assert.deepEqual(await readdir(into), [])
  const right = await runForScript([...download, '--password-stdin'], { input: 'secret words' })
  assert.equal(right.code, 0)
  assert.deepEqual(await readFile(join(into, 'plan ö.bin')), content)
})

test('several files and a folder become one archive with their places in it, and links in it lead nowhere', async () => {
  const [trip, elsewhere] = [join(folder, 'trip'), await emptyFolder()]
  await writeFile(join(elsewhere, 'private.txt'), 'not sent')
  await mkdir(join(trip, 'day 2'), { recursive: true })
  await writeFile(join(trip, 'day 2', 'a.txt'), 'second day')
  await writeFile(join(trip, 'a.txt'), 'all days')
  await symlink(elsewhere, join(trip, 'link'))
  await writeFile(join(folder, 'a.txt'), 'no trip')
  const { link } = await send([join(folder, 'a.txt'), trip])
  const path = join(await emptyFolder(), 'all.zip')
  assert.equal((await runCommand(['download', link, '--output', path])).code, 0)
  const entries = readZip(await readFile(path))
  assert.deepEqual(entries.map(({ path: name, content: bytes }) => [name, bytes.toString()]).toSorted(), [
    ['a.txt', 'no trip'],
    ['trip/a.txt', 'all days'],
    ['trip/day 2/a.txt', 'second day'],
  ])
})

test('someone who is signed in sends as themselves, and is signed out afterwards', async () => {
  const ada = await signUp(server)
  const signIn = ['--sign-in', 'ada', '--sign-in-password-file', join(folder, 'password')]
  const { id } = await send([...signIn, '--expires', '12h', join(folder, 'plan ö.bin')])
  const { files } = await ada.client.call('ownFiles', { query: {} })
  assert.deepEqual(
    files.map((file) => file.id),
    [id],
  )
  const sessions = await server.services.database.selectFrom('sessions').select('id').execute()
  assert.equal(sessions.length, 1)
  const half = await runForScript(['upload', '--url', server.baseUrl, '--sign-in', 'ada', folder])
  assert.equal(half.answer.code, 'USAGE')
})

test('an upload that is tried again after the session’s token has run out is still the person’s', async () => {
  await signUp(server, 'eve')
  let cuts = 0
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    if (url.includes('upload-stream') && cuts === 0) {
      cuts += 1
      server.clock.advance(16 * 60_000)
      incoming.resume().on('end', () => outgoing.destroy())
      return
    }
    const onward = request(server.baseUrl + url, { method, headers }, (answer) => {
      answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers))
    })
    incoming.pipe(onward)
  })
  try {
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const address = proxy.address()
    assert.ok(address && typeof address === 'object')
    const origin = `http://127.0.0.1:${address.port}`
    const options = ['--sign-in', 'eve', '--sign-in-password-file', join(folder, 'password')]
    const { code, answer } = await runForScript([
      'upload',
      '--url',
      origin,
      ...options,
      join(folder, 'plan ö.bin'),
    ])
    assert.equal(code, 0, JSON.stringify(answer))
    assert.equal(cuts, 1)
    const { client } = await signIn(server, 'eve')
    assert.equal((await client.call('ownFiles', { query: {} })).total, 1)
  } finally {
    proxy.close()
  }
})

test('what the service refuses is told with its code', async () => {
  const file = join(folder, 'plan ö.bin')
  for (const [options, code] of [
    [['--expires', '30d'], 'PRO_SUBSCRIPTION_REQUIRED'],
    [['--encryption', 'ml-kem768'], 'AUTHENTICATION_REQUIRED'],
  ] as const) {
    const result = await runForScript(['upload', '--url', server.baseUrl, ...options, file])
    assert.deepEqual([result.code, result.answer.code], [1, code])
  }
  const soon = await runCommand(['upload', '--url', server.baseUrl, '--expires', '5y', file])
  assert.deepEqual(soon, {
    code: 2,
    stdout: '',
    stderr: 'A time such as 30m, 12h or 2d is required for --expires.\n',
  })
  const gone = await runForScript(['download', `${server.baseUrl}/download/${'A'.repeat(22)}`])
  assert.deepEqual([gone.code, gone.answer.code], [1, 'FILE_NOT_FOUND'])
  const nobody = await runForScript(['upload', '--url', 'http://127.0.0.1:1', file])
  assert.deepEqual([nobody.code, nobody.answer.code], [1, 'NETWORK_ERROR'])
  for (const link of ['nowhere', `${server.baseUrl}/x`, 'ftp://x/download/AAAAAAAAAAAAAAAAAAAAAA']) {
    assert.equal((await runForScript(['download', link])).answer.code, 'USAGE')
  }
})
