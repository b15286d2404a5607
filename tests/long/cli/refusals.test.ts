import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { goodPassword, type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

let folder: string
let file: string
let server: TestServer
let ada: Person

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-refusals-'))
  file = join(folder, 'report.txt')
  await writeFile(file, 'a report')
  await writeFile(join(folder, 'password'), goodPassword)
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
  ada = await signUp(server)
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Something at an address of its own. */
async function listen(answer: RequestListener) {
  const service = createServer(answer)
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const address = service.address()
  assert.ok(address && typeof address === 'object')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      service.closeAllConnections()
      await once(service.close(), 'close')
    },
  }
}

test('what the service does not take is said in words', async () => {
  const to = ['upload', '--url', server.baseUrl]
  const signedIn = ['--sign-in', 'ada', '--sign-in-password-file', join(folder, 'password')]
  for (const [args, words] of [
    [[...to, '--title', 'x'.repeat(501), file], /title: has to have at most \d+ characters/],
    [[...to, '--encryption', 'rot13', file], /encryptionMethod: has to be one of aes-256-gcm, ml-kem512, /],
    [[...to, '--download-limit', 'two', file], /downloadLimit: has to be a whole number from 1 to 1000/],
    [['list', '--url', server.baseUrl, '--page', '0', ...signedIn], /page: has to be at least 1/],
    [['list', '--url', server.baseUrl, '--page', 'two', ...signedIn], /page: has to be a number/],
  ] as const) {
    const { code, stdout, stderr } = await runCommand(args)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, new RegExp(`^The service rejected this\\. ${words.source}.*\\n$`))
  }
})

test('an address that leads elsewhere is named with where it leads, and nothing follows there', async () => {
  const asked: string[] = []
  await using elsewhere = await listen((incoming, answer) => {
    asked.push(incoming.url ?? '')
    answer.end('{}')
  })
  await using old = await listen((incoming, answer) => {
    answer.writeHead(308, { location: elsewhere.origin + incoming.url }).end()
  })
  // Its small calls are answered; only what is sent to it is led on.
  await using half = await listen((incoming, answer) => {
    if (incoming.method === 'POST')
      answer.writeHead(301, { location: elsewhere.origin + incoming.url, connection: 'close' }).end()
    else
      request(server.baseUrl + incoming.url, (onward) => {
        onward.pipe(answer.writeHead(onward.statusCode ?? 500, onward.headers))
      }).end()
  })
  const { key } = await createKey(ada)
  const password = join(folder, 'password')
  const environment = { HOME: folder }
  for (const [args, origin] of [
    [['login', '--url', old.origin], old.origin],
    [['upload', '--url', old.origin, file], old.origin],
    [['upload', '--url', half.origin, file], half.origin],
    [['list', '--url', old.origin, '--sign-in', 'ada', '--sign-in-password-file', password], old.origin],
    [['download', `${old.origin}/download/${'A'.repeat(22)}`], old.origin],
  ] as const) {
    const { code, stderr } = await runCommand(args, { input: key, environment })
    assert.deepEqual([code, stderr], [1, `${origin} redirects to ${elsewhere.origin}. Use that address.\n`])
  }
  assert.deepEqual(asked, [])
  await assert.rejects(readFile(join(folder, '.config', 'restante', 'keys.json')), { code: 'ENOENT' })
  await using page = await listen((_, answer) => answer.writeHead(302, { location: '/login?to=x' }).end())
  const { stderr } = await runCommand(['upload', '--url', page.origin, file])
  assert.equal(stderr, `${page.origin} is not the address of a service: it redirects to /login.\n`)
})

test('a link is printed although the session could not be ended afterwards', async () => {
  const ended: unknown[] = []
  await using proxy = await listen(async (incoming, answer) => {
    if (incoming.url === '/api/auth/logout') {
      ended.push(JSON.parse(Buffer.concat(await incoming.toArray()).toString()))
      answer.writeHead(500).end(JSON.stringify({ code: 'INTERNAL_ERROR', message: 'No.' }))
      return
    }
    const { method, headers, url = '' } = incoming
    const onward = request(server.baseUrl + url, { method, headers }, (reply) => {
      reply.pipe(answer.writeHead(reply.statusCode ?? 500, reply.headers))
    })
    incoming.pipe(onward)
  })
  const signedIn = ['--sign-in', 'ada', '--sign-in-password-file', join(folder, 'password')]
  const { code, answer } = await runForScript(['upload', '--url', proxy.origin, ...signedIn, file])
  assert.equal(code, 0, JSON.stringify(answer))
  assert.partialDeepStrictEqual(answer, { success: true, uploaded: 1 })
  // With it a session ends also after the quarter of an hour in which the other token is good.
  assert.match(JSON.stringify(ended), /^\[\{"refreshToken":"[^"]{20,}"\}\]$/)
})

test('a time counts from now by the clock of the service, whatever that of this machine says', async () => {
  const sent = await sendTransfer(server, Buffer.from('x'))
  const { key } = await createKey(ada, { scopes: ['requests'] })
  const ahead = 40 * 24 * 3_600_000
  await using proxy = await listen(async (incoming, answer) => {
    const { method, headers, url = '' } = incoming
    const body = Buffer.concat(await incoming.toArray()).toString()
    asked.push(body)
    const onward = request(server.baseUrl + url, { method, headers }, (reply) => {
      const date = new Date(Date.now() - ahead).toUTCString()
      reply.pipe(answer.writeHead(reply.statusCode ?? 500, { ...reply.headers, date }))
    })
    onward.end(body)
  })
  const asked: string[] = []
  const hours = (name: string) => {
    const time = asked.map((body) => new RegExp(`"${name}":"([^"]+)"`).exec(body)?.[1]).find(Boolean)
    return (Date.parse(time ?? '') - (Date.now() - ahead)) / 3_600_000
  }
  await runCommand(['extend', `${proxy.origin}/manage/${sent.linkId}#${sent.token}`, '12h'])
  assert.equal(Math.round(hours('expiresAt')), 12)
  const environment = { HOME: join(folder, 'home') }
  assert.equal((await runCommand(['login', '--url', proxy.origin], { input: key, environment })).code, 0)
  await runCommand(['request', 'create', 'Plans', '--until', '7d'], { environment })
  assert.equal(Math.round(hours('until')), 7 * 24)
})

test('a command line that is not understood is answered in one sentence or two, and with where to look', async () => {
  const look = (command: string) => `Run restante ${command} --help for details.`
  for (const [args, said] of [
    [['upload', '--nope', file], `Unknown option: --nope. ${look('upload')}`],
    [['upload', '-x', file], `Unknown option: -x. ${look('upload')}`],
    [['sweep', 'all of it'], `Unexpected argument: all of it. ${look('sweep')}`],
    [
      ['upload', file, '--title'],
      '--title needs a value. One that begins with a dash is given as --title=-x.',
    ],
    [
      ['upload', '--title', '--password-stdin'],
      '--title needs a value. One that begins with a dash is given as --title=-x.',
    ],
    [['backup', '--blobs=yes'], '--blobs takes no value.'],
  ] as const)
    assert.deepEqual(await runCommand(args), { code: 2, stdout: '', stderr: `${said}\n` })
})

test('words too many are no words to be passed over, and behind -- everything is a file', async () => {
  const { linkId, token } = await sendTransfer(server, Buffer.from('x'))
  const link = `${server.baseUrl}/manage/${linkId}#${token}`
  const twice = await runCommand(['info', link, link])
  assert.deepEqual(twice, { code: 2, stdout: '', stderr: 'Exactly one transfer is required.\n' })
  for (const name of ['--json', '--help', '-h']) {
    const { code, stdout, stderr } = await runCommand(['upload', '--url', server.baseUrl, '--', name])
    assert.deepEqual({ code, stdout, stderr }, { code: 2, stdout: '', stderr: `Can't read ${name}.\n` })
  }
})
