import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import * as z from 'zod'
import { freePort } from '#tests/support/server/server-process.ts'
import { ticketUrl, until, upload } from '#tests/support/transfers/transfers.ts'
import { packServer } from '../../../scripts/release/pack-server.ts'

const at = 1_790_000_000
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile('package.json', 'utf8')))
const tarball = `restante-server-${version}.tgz`

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-server-'))
  packServer(['linux-x64'], '{}\n', at, join(folder, 'first'))
  packServer([], '{}\n', at, join(folder, 'second'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function unpack(name: string): Promise<string> {
  const root = await mkdtemp(join(folder, 'root-'))
  execFileSync('tar', ['-xzf', join(folder, 'first', name), '-C', root])
  return root
}

/** Starts a server with nothing of this project in its environment, sends a file, fetches it, and stops the server. */
async function sendAndFetch(command: readonly [string, ...string[]], dataDir: string): Promise<void> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const [program, ...args] = command
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: baseUrl }
  const child = spawn(program, args, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  try {
    await until(async () => {
      assert.equal(child.exitCode, null, output)
      return fetch(`${baseUrl}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    })
    const page = await fetch(baseUrl)
    assert.match(await page.text(), /<div id="app"/)
    const bytes = randomBytes(300_000)
    const { id } = await upload(baseUrl, bytes)
    const fetched = await fetch(await ticketUrl(baseUrl, id))
    assert.ok(Buffer.from(await fetched.arrayBuffer()).equals(bytes))
  } finally {
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null], output)
  }
}

test('the server starts by Node alone, outside of this project', async () => {
  const root = await unpack(tarball)
  await sendAndFetch([process.execPath, join(root, 'restante/main.js')], join(root, 'data'))
  const shown = execFileSync(process.execPath, [join(root, 'restante/dist/server/restante.js'), '--version'])
  assert.equal(shown.toString(), `restante ${version}\n`)
  assert.equal(await readFile(join(root, 'restante/sbom.cdx.json'), 'utf8'), '{}\n')
})

test('the server that brings its Node starts where there is nothing else', async () => {
  const root = await unpack(`restante-server-${version}-linux-x64.tgz`)
  const node = 'restante/node_modules/.bin/node'
  if (process.geteuid?.() !== 0) return sendAndFetch([join(root, 'restante/start')], join(root, 'data'))
  const listed = execFileSync('ldd', [join(root, node)], { encoding: 'utf8' })
  for (const [path] of listed.matchAll(/\/\S+\.so\S*/g)) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await copyFile(path, join(root, path))
  }
  assert.deepEqual(
    (await readdir(root)).filter((name) => !/^lib/.test(name)),
    ['restante'],
  )
  await sendAndFetch(['/usr/sbin/chroot', root, `/${node}`, '/restante/main.js'], '/data')
})

test('the same files give the same bytes, which tar can list', async () => {
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) => readFile(join(folder, name, tarball))),
  )
  assert.ok(first && second?.equals(first))
  const listed = execFileSync('tar', ['-tvzf', join(folder, 'first', tarball)], { encoding: 'utf8' })
  assert.match(listed, /^-rwxr-xr-x root\/root .* restante\/deploy\/start$/m)
  assert.match(listed, /^-rw-r--r-- root\/root .* restante\/dist\/server\/main\.js$/m)
  assert.doesNotMatch(listed, /\.test\.|node_modules/)
})
