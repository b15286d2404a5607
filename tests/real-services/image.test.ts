import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import * as z from 'zod'
import { freePort } from '#tests/support/server/server-process.ts'
import { ticketUrl, upload } from '#tests/support/transfers/transfers.ts'

const run = promisify(execFile)
const { IMAGE_TEST_BASE: base = '' } = process.env
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' }
const image = 'localhost/restante-test'
/** An id that the image does not know. */
const user = randomInt(20_000, 60_000)

let folder: string
let container: string
let root: string
const started: ChildProcess[] = []
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-image-'))
  await buildah(
    'bud',
    '--quiet',
    '--pull-never',
    '--format',
    'docker',
    '--build-arg',
    `NODE_IMAGE=${base}`,
    '-t',
    image,
    '.',
  )
  container = await buildah('from', '--pull-never', image)
  root = await buildah('mount', container)
})
after(async () => {
  for (const child of started) child.kill('SIGKILL')
  if (container) await buildah('rm', container)
  await buildah('rmi', '--force', image)
  await rm(folder, { recursive: true, force: true })
})

async function buildah(...command: string[]): Promise<string> {
  const { stdout } = await run('buildah', command, { env, maxBuffer: 64 * 1024 * 1024 })
  return stdout.trim()
}

/**
 * Starts the server of the image as a runtime would: a root that cannot be written but for /data and /tmp, the user of the
 * test, who has no capabilities, the environment of the image and its command.
 */
async function start(data: string, port: number) {
  const { OCIv1 } = inspected.parse(JSON.parse(await buildah('inspect', '--type', 'image', image)))
  const { Env, Cmd, WorkingDir } = OCIv1.config
  const script = [
    `mount --bind ${root} ${root}`,
    `mount -o remount,ro,bind ${root}`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `mount --bind ${data} ${root}/data`,
    `mount --bind /proc ${root}/proc`,
    `exec chroot --userspec=${user}:${user} --groups= ${root} "$@"`,
  ].join(' && ')
  const settings = [...Env, `PORT=${port}`, 'HOST=127.0.0.1', 'LOG_LEVEL=error']
  const inside = ['env', '-i', ...settings, 'sh', '-c', `cd ${WorkingDir} && exec "$@"`, 'sh', ...Cmd]
  const child = spawn('unshare', ['--mount', 'bash', '-c', script, 'bash', ...inside])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  started.push(child)
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const listening = new Promise<void>((resolve) => {
    child.stdout.on('data', () => output.includes('is listening') && resolve())
  })
  await Promise.race([listening, exited])
  return { child, exited, output: () => output, baseUrl: `http://127.0.0.1:${port}` }
}

const inspected = z.object({
  OCIv1: z.object({
    config: z.object({
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      WorkingDir: z.string(),
      User: z.string(),
    }),
  }),
})

async function dataFolder(name: string, owner = user): Promise<string> {
  const place = join(folder, name)
  await mkdir(place, { mode: 0o700 })
  await chown(place, owner, owner)
  return place
}

test('as any user, with a root that is read-only: the main job, health, and a download that outlives SIGTERM', async () => {
  const server = await start(await dataFolder('main'), await freePort())
  assert.match(server.output(), /is listening/)
  assert.equal((await fetch(`${server.baseUrl}/ready`)).status, 200)
  const health = await fetch(`${server.baseUrl}/api/health`)
  assert.equal(health.status, 200, await health.clone().text())
  assert.match(await (await fetch(server.baseUrl)).text(), /<div id="app"/)

  const bytes = randomBytes(40_000_000)
  const file = await upload(server.baseUrl, bytes)
  const download = await fetch(await ticketUrl(server.baseUrl, file.id))
  server.child.kill('SIGTERM')
  assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
  assert.deepEqual(await server.exited, { code: 0, signal: null })
  assert.doesNotMatch(server.output(), /EROFS|EACCES|"level":[56]0/)
})

test('a volume of another user ends the start with what to run', async () => {
  const server = await start(await dataFolder('foreign', 0), await freePort())
  assert.deepEqual(await server.exited, { code: 1, signal: null })
  assert.match(
    server.output(),
    new RegExp(
      `^Restante did not start\\. DATA_DIR /data .* user ${user} .* belongs to user 0 .*: chown -R ${user}:${user} /data$`,
      'm',
    ),
  )
})

test('its health check is the answer of /ready, and it lists what it is made of', async () => {
  const { OCIv1 } = inspected.parse(JSON.parse(await buildah('inspect', '--type', 'image', image)))
  assert.equal(OCIv1.config.User, '10001:0')
  const list = join(root, 'app/sbom.cdx.json')
  assert.ok((await stat(list)).size > 10_000)
  await assert.rejects(stat(join(root, 'app/tests')), { code: 'ENOENT' })
})
