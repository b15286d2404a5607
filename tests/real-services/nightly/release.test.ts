import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import * as z from 'zod'
import { freePort } from '#tests/support/server/server-process.ts'
import { loadImage } from '#tests/support/services/own-image.ts'
import { ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const run = promisify(execFile)
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile('package.json', 'utf8')))
/** An id that neither Debian nor the image knows. */
const user = randomInt(20_000, 60_000)
/** An emulated start takes ten times as long as one of the machine's own. */
const startLimitMs = 300_000

let folder: string
let releases: readonly string[]
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-releases-'))
  releases = [await releaseIn('first'), await releaseIn('second')]
})
after(() => rm(folder, { recursive: true, force: true }))

/** Makes the release of this commit in a clone of its own. */
async function releaseIn(name: string): Promise<string> {
  const clone = join(folder, name)
  await run('git', ['clone', '--quiet', '.', clone])
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' }
  const inside = { cwd: clone, env, maxBuffer: 2 ** 26 }
  await run('npm', ['ci'], inside)
  await run('npm', ['run', 'release', '--', '--images', '--image-base', 'localhost/node-bases'], inside)
  return join(clone, 'release')
}

const pathOf = (name: string) => join(releases[0] ?? '', name)

/** A folder that belongs to the user. */
async function folderOf(path: string): Promise<string> {
  await mkdir(path, { mode: 0o700 })
  await chown(path, user, user)
  return path
}

/** Sends a file by curl, fetches it by its link, and compares. */
async function sendAndFetch(baseUrl: string): Promise<void> {
  await until(
    () =>
      fetch(`${baseUrl}/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    startLimitMs,
  )
  const [sent, received] = ['sent.bin', 'received.bin'].map((name) => join(folder, name))
  assert.ok(sent && received)
  await writeFile(sent, randomBytes(3_000_000))
  const { stdout } = await run('curl', ['-fsS', '-T', sent, `${baseUrl}/`])
  const [, id = ''] = /\/download\/([\w-]{22})/.exec(stdout) ?? []
  await run('curl', ['-fsS', '-o', received, await ticketUrl(baseUrl, id)])
  assert.ok((await readFile(received)).equals(await readFile(sent)))
}

test('two clones of a commit give the same bytes, images included', async () => {
  const [first, second] = await Promise.all(
    releases.map((release) => readFile(join(release, 'SHA256SUMS'), 'utf8')),
  )
  assert.equal(first, second)
  for (const name of [`server-${version}.tgz`, `image-${version}-amd64.tar`, `image-${version}-arm64.tar`])
    assert.match(first ?? '', new RegExp(`^[0-9a-f]{64} {2}restante-${name}$`, 'm'))
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: releases[0] })
})

test('a bare Debian with the packages that docs/operations.md names runs the server', async (context) => {
  const text = await readFile('docs/operations.md', 'utf8')
  const [, packages = ''] = /`apt-get install ([^`]+)` on Debian/.exec(text) ?? []
  const root = join(folder, 'debian')
  const include = `--include=${packages.replaceAll(' ', ',')}`
  await run('mmdebstrap', ['--quiet', '--variant=minbase', include, 'bookworm', root])
  await run('tar', ['-xzf', pathOf(`restante-server-${version}-linux-x64.tgz`), '-C', join(root, 'opt')])
  await folderOf(join(root, 'data'))
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const child = spawn('chroot', [`--userspec=${user}:${user}`, '--groups=', root, '/opt/restante/start'], {
    env: {
      PATH: '/usr/bin:/usr/sbin',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: '/data',
      PUBLIC_URL: baseUrl,
    },
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  context.after(async () => {
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null], output)
  })
  await Promise.race([sendAndFetch(baseUrl), exited.then(() => assert.fail(output))])
})

for (const architecture of ['amd64', 'arm64'])
  test(`the image for ${architecture} runs as any user, with a root that is read-only, without capabilities`, async (context) => {
    const image = await loadImage(pathOf(`restante-image-${version}-${architecture}.tar`))
    context.after(() => image.remove())
    const port = await freePort()
    const baseUrl = `http://127.0.0.1:${port}`
    const server = await image.start({
      user: `${user}:${user}`,
      volumes: { '/data': await folderOf(join(folder, `data-${architecture}`)) },
      environment: { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: baseUrl },
    })
    assert.match(server.output(), /is listening/)
    const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
    assert.match(status, new RegExp(`^Uid:\\t${user}\\t[\\s\\S]*^CapEff:\\t0{16}$`, 'm'))
    await sendAndFetch(baseUrl)
    server.child.kill('SIGTERM')
    assert.deepEqual(await server.exited, { code: 0, signal: null }, server.output())
    assert.doesNotMatch(server.output(), /EROFS|EACCES|"level":[56]0/)
  })
