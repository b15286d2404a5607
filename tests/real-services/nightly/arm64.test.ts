import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import * as z from 'zod'
import { freePort } from '#tests/support/server/server-process.ts'
import { ticketUrl, until, upload } from '#tests/support/transfers/transfers.ts'
import { packServer } from '../../../scripts/release/pack-server.ts'

const emulator = '/usr/bin/qemu-aarch64'
/** The C and C++ libraries of arm64, as Debian installs them for cross compilers. */
const libraries = '/usr/aarch64-linux-gnu'
const needed = [emulator, ...['libstdc++.so.6', 'libatomic.so.1'].map((name) => join(libraries, 'lib', name))]
const missing = needed.filter((path) => !existsSync(path))
const skip = missing.length > 0 && `not installed: ${missing.join(', ')}`
/** An emulated start takes ten times as long as one of the machine's own. */
const startLimitMs = 300_000

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile('package.json', 'utf8')))

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-arm64-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Starts the server of the package for arm64 with the Node that it brings, and stops it in order after the test. */
async function startPacked(context: TestContext): Promise<string> {
  packServer(['linux-arm64'], '{}\n', 1_790_000_000, folder)
  const tarball = join(folder, `restante-server-${version}-linux-arm64.tgz`)
  execFileSync('tar', ['-xzf', tarball, '-C', folder])
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const place = join(folder, 'restante')
  const child = spawn(emulator, [join(place, 'node_modules/.bin/node'), join(place, 'main.js')], {
    cwd: '/',
    env: {
      ...{ QEMU_LD_PREFIX: libraries, HOST: '127.0.0.1', PORT: String(port) },
      ...{ DATA_DIR: join(folder, 'data'), PUBLIC_URL: baseUrl },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  context.after(async () => {
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null], output)
  })
  await until(async () => {
    assert.equal(child.exitCode, null, output)
    return fetch(`${baseUrl}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }, startLimitMs)
  return baseUrl
}

/** Runs the executable for arm64 in a home of its own, and gives what it prints last. */
function run(home: string, ...args: string[]): unknown {
  const executable = resolve(`release/restante-${version}-linux-arm64`)
  const printed = execFileSync(emulator, [executable, ...args, '--json'], {
    cwd: home,
    env: { QEMU_LD_PREFIX: libraries, HOME: home },
    encoding: 'utf8',
  })
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '')
}

test('the server and the executable for arm64 take and give files', { skip }, async (context) => {
  const packed = ['--only', 'executables', '--platform', 'linux-arm64']
  execFileSync('npm', ['run', '--silent', 'pack:cli', '--', ...packed])
  const baseUrl = await startPacked(context)
  assert.match(await (await fetch(baseUrl)).text(), /<div id="app"/)
  const bytes = randomBytes(300_000)
  const { id } = await upload(baseUrl, bytes)
  const fetched = await fetch(await ticketUrl(baseUrl, id))
  assert.ok(Buffer.from(await fetched.arrayBuffer()).equals(bytes))

  const home = join(folder, 'home')
  await mkdir(home)
  await writeFile(join(home, 'sent.bin'), bytes)
  const { file } = z
    .object({ file: z.object({ id: z.string() }) })
    .parse(run(home, 'upload', '--url', baseUrl, 'sent.bin'))
  run(home, 'download', `${baseUrl}/download/${file.id}`, '--output', 'received.bin')
  assert.ok((await readFile(join(home, 'received.bin'))).equals(bytes))
})
