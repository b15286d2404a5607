import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { after, before, type TestContext, test } from 'node:test'
import * as z from 'zod'
import { type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { confirm } from '#tests/support/accounts/api-keys.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { askTicket } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024
const size = 1024 * MIB
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile('package.json', 'utf8')))

let folder: string
let server: TestServer
/** A file of 1 GB that compresses badly, and its digest. */
let sent: { readonly path: string; readonly digest: string }

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-empty-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
  const path = join(folder, 'film.bin')
  const file = await open(path, 'w')
  for (let at = 0; at < size; at += MIB) await file.write(randomBytes(MIB))
  await file.close()
  sent = { path, digest: await digestOf(path) }
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

type Run = (
  args: readonly string[],
  onLine?: (line: Record<string, unknown>) => Promise<void>,
) => Promise<unknown>

/** A program whose home is a folder; gives the last line that it prints. */
function programIn(home: string, command: string, first: readonly string[] = []): Run {
  return async (args, onLine = async () => {}) => {
    const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`, HOME: home }
    const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
    const child = spawn(command, [...first, ...args, '--json'], { cwd: folder, env, stdio })
    const closed = once(child, 'close')
    let last: Record<string, unknown> = {}
    for await (const line of createInterface({ input: child.stdout })) {
      last = JSON.parse(line)
      await onLine(last)
    }
    assert.deepEqual(await closed, [0, null], JSON.stringify(last))
    return last
  }
}

/** Signs in by a code, sends 1 GB, extends and fetches it, and revokes its link; says how long sending took. */
async function sendAndManage(context: TestContext, sender: Person, run: Run, file: string): Promise<void> {
  await run(['login', server.baseUrl], async ({ event, userCode }) => {
    if (event === 'code')
      await sender.client.call('approveDevice', {
        body: { userCode: String(userCode) },
        headers: await confirm(sender),
      })
  })
  const begun = performance.now()
  const reply = z
    .object({ file: z.object({ id: z.string(), expiresAt: z.string() }) })
    .parse(await run(['upload', '--expires', '1h', file]))
  const seconds = (performance.now() - begun) / 1000
  context.diagnostic(`1 GB in ${seconds.toFixed(1)} s, ${(size / MIB / seconds).toFixed(0)} MB/s`)
  const { id, expiresAt } = reply.file
  const link = `${server.baseUrl}/download/${id}`
  await run(['extend', link, '3h'])
  const { file: extended } = await server.client.call('fileInfo', { params: { id } })
  assert.ok(Date.parse(extended.expiresAt) - Date.parse(expiresAt) > 60 * 60_000)
  const hash = createHash('sha256')
  const ticket = z.object({ url: z.string() }).parse(await (await askTicket(server.baseUrl, id)).json())
  const answer = await fetch(server.baseUrl + ticket.url)
  assert.ok(answer.ok && answer.body, String(answer.status))
  let received = 0
  for await (const chunk of answer.body) {
    received += chunk.length
    hash.update(chunk)
  }
  assert.equal(received, size)
  assert.equal(hash.digest('hex'), sent.digest)
  await run(['revoke', link])
  await assert.rejects(server.client.call('fileInfo', { params: { id } }))
}

test('from an empty folder the packed command line signs in by a code and sends 1 GB', async (context) => {
  execFileSync('npm', ['run', '--silent', 'pack:cli', '--', '--only', 'package'])
  const place = await mkdtemp(join(folder, 'install-'))
  await writeFile(join(place, 'package.json'), '{}')
  const tarball = resolve(`release/restante-cli-${version}.tgz`)
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel', 'error', tarball]
  execFileSync('npm', install, { cwd: place, env: { PATH: process.env.PATH ?? '', HOME: place } })
  await sendAndManage(
    context,
    await signUp(server, 'ada'),
    programIn(place, join(place, 'node_modules/.bin/restante')),
    sent.path,
  )
})

test('the executable does the same in a root of nothing but its libraries', async (context) => {
  execFileSync('npm', [
    'run',
    '--silent',
    'pack:cli',
    '--',
    ...['--only', 'executables', '--platform', 'linux-x64'],
  ])
  const executable = resolve(`release/restante-${version}-linux-x64`)
  const root = await mkdtemp(join(folder, 'root-'))
  await copyFile(executable, join(root, 'restante'))
  await chmod(join(root, 'restante'), 0o755)
  for (const [path] of execFileSync('ldd', [executable], { encoding: 'utf8' }).matchAll(/\/\S+\.so\S*/g)) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await copyFile(path, join(root, path))
  }
  await copyFile(sent.path, join(root, 'film.bin'))
  await sendAndManage(
    context,
    await signUp(server, 'grace'),
    programIn('/', 'chroot', [root, '/restante']),
    '/film.bin',
  )
})
