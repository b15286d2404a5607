import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import * as z from 'zod'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { findCommands } from '#tests/support/documents.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { startFakeClamd } from '#tests/support/services/fake-clamd.ts'
import { buildOwnImage } from '#tests/support/services/own-image.ts'
import { ticketUrl, upload } from '#tests/support/transfers/transfers.ts'

const run = promisify(execFile)
const { IMAGE_TEST_BASE: base = '' } = process.env
/** An id that the image does not know. */
const user = randomInt(20_000, 60_000)

let folder: string
let image: Awaited<ReturnType<typeof buildOwnImage>>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-image-'))
  image = await buildOwnImage(base)
})
after(async () => {
  await image?.remove()
  await rm(folder, { recursive: true, force: true })
})

async function start(data: string, port: number) {
  const server = await image.start({
    user: `${user}:${user}`,
    volumes: { '/data': data },
    environment: { PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error' },
  })
  return { ...server, baseUrl: `http://127.0.0.1:${port}` }
}

async function folderOf(name: string, owner = user, group = owner): Promise<string> {
  const place = join(folder, name)
  await mkdir(place, { mode: 0o770 })
  await chown(place, owner, group)
  return place
}

test('as any user, with a root that is read-only: the main job, health, and a download that outlives SIGTERM', async () => {
  const server = await start(await folderOf('main'), await freePort())
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
  const server = await start(await folderOf('foreign', 0), await freePort())
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
  assert.equal(image.config.User, '10001:0')
  const list = join(image.root, 'app/sbom.cdx.json')
  assert.ok((await stat(list)).size > 10_000)
  await assert.rejects(stat(join(image.root, 'app/tests')), { code: 'ENOENT' })
})

test('the commands for Compose do what docs/containers.md says, with the settings of compose.yaml', async () => {
  await using clamd = await startFakeClamd({ end: ({ socket }) => socket.end('stream: OK\0') })
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const { environment } = z
    .object({ services: z.object({ restante: z.object({ environment: z.record(z.string(), z.string()) }) }) })
    .parse(parse(await readFile('compose.yaml', 'utf8'))).services.restante
  const values: Readonly<Record<string, string>> = { DOMAIN: 'files.example.eu', MAIL: 'ada@example.eu' }
  const given = Object.entries(environment).map(
    ([name, value]) =>
      [name, value.replace(/\$\{([A-Z]+):\?[^}]*\}/g, (_, key) => values[key] ?? '')] as const,
  )
  const volumes = {
    '/data': await folderOf('data', 10001, 0),
    '/backups': await folderOf('backups', 10001, 0),
  }
  const container = {
    user: '10001:0',
    volumes,
    environment: {
      ...Object.fromEntries(given),
      CLAMD_URL: clamd.url,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
  }
  const place = join(folder, 'compose')
  await mkdir(place)
  await writeFile(join(place, 'password.txt'), goodPassword)
  await writeDocker(place, image.commandLine(container))

  const commands = findCommands().filter(({ file }) => file === 'docs/containers.md')
  const bytes = randomBytes(100_000)
  let server: Awaited<ReturnType<typeof image.start>> | undefined
  let sent: { id: string } | undefined
  let restored = 0
  for (const { command } of commands) {
    if (/^(docker build|docker pull|docker compose build|git) /.test(command)) continue
    if (command === 'docker compose up -d') {
      // A new version replaces the running container.
      server?.child.kill('SIGTERM')
      await server?.exited
      server = await image.start(container)
      await writeFile(join(place, 'log'), server.output())
      if (sent) {
        const download = await fetch(await ticketUrl(baseUrl, sent.id))
        assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
        restored++
      } else sent = await upload(baseUrl, bytes)
    } else if (command === 'docker compose down --volumes') {
      server?.child.kill('SIGTERM')
      await server?.exited
      server = undefined
      for (const volume of Object.values(volumes)) await run('find', [volume, '-mindepth', '1', '-delete'])
    } else {
      const [last = ''] = (await readdir(volumes['/backups'])).filter((name) => /^\d{4}-/.test(name))
      const line = command.replace('2026-11-21T03-30-00-000Z', last)
      await run('sh', ['-e', '-c', line], {
        cwd: place,
        env: { ...process.env, PATH: `${place}:${process.env.PATH}` },
      }).catch((error: unknown) => {
        throw new Error(line, { cause: error })
      })
    }
  }
  server?.child.kill('SIGTERM')
  await server?.exited
  // After the restore, and after the upgrade.
  assert.equal(restored, 2)
})

test('Caddy takes the configuration of compose.yaml', async () => {
  const env = { ...process.env, DOMAIN: 'files.example.eu', MAIL: 'ada@example.eu' }
  const { stdout } = await run(
    'caddy',
    ['adapt', '--adapter', 'caddyfile', '--config', 'deploy/compose/single.Caddyfile'],
    { env },
  )
  assert.match(stdout, /"host":\["files\.example\.eu"\]/)
  assert.match(stdout, /"dial":"restante:3000"/)
})

/** A command `docker` whose `compose exec` and `compose run` run a command in a container of the image. */
async function writeDocker(place: string, line: readonly string[]): Promise<void> {
  const quoted = line.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ')
  const script = `#!/bin/sh
set -eu
[ "$1" = compose ]
case "$2" in
  logs) exec cat '${place}/log' ;;
  exec | run) ;;
  *) exit 64 ;;
esac
shift 2
while [ "$1" != restante ]; do
  case "$1" in -T | --rm) shift ;; *) exit 64 ;; esac
done
shift
exec ${quoted} "$@"
`
  const path = join(place, 'docker')
  await writeFile(path, script)
  await chmod(path, 0o755)
}
