import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { childEnvironment, programs, startScript } from '#tests/support/server/child-processes.ts'
import { freePort } from '#tests/support/server/server-process.ts'

/** Someone who owns nothing here; only root may start a process as another user. */
const uid = 65_534
const asOther = process.getuid?.() === 0 ? {} : { skip: 'only root may start the server as another user' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-refused-'))
  await chown(folder, uid, uid)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts the server as a user who isn't root, and gives all that it says once it has ended, or listens. */
async function start(environment: Record<string, string> = {}) {
  const child = spawn(startScript, [programs.server], {
    env: {
      ...childEnvironment(),
      NODE_COMPILE_CACHE: '',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      WORKERS: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asOther.skip ? {} : { uid, gid: uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
      if (output.includes('is listening')) child.kill('SIGTERM')
    })
  const [code] = await once(child, 'close')
  return { code, output }
}

/** One sentence or two in one line, short enough to be read. */
function assertSentence({ code, output }: { code: number; output: string }, expected: RegExp) {
  assert.match(output, expected)
  assert.match(output, /^Restante did not start\. [^\n]+\n$/)
  assert.ok(output.length < 700, output)
  assert.equal(code, 1)
}

for (const name of ['blobs', 'instances', 'keys'] as const)
  test(`a folder ${name} of another user is named with the command that mends it`, asOther, async () => {
    assert.equal((await start()).code, 0)
    await chown(join(folder, name), 0, 0)
    await chmod(join(folder, name), 0o700)
    const mends = new RegExp(`\\. Run as root: (chown -R 65534:65534 ${join(folder, name)})\\n`)
    const said = await start()
    assertSentence(said, mends)
    const [, command = ''] = mends.exec(said.output) ?? []
    execFileSync('sh', ['-c', command])
    assert.equal((await start()).code, 0)
  })

for (const name of ['restante.sqlite', 'keys/master-keys'])
  test(`a file ${name} of another user is named with the command that mends it`, asOther, async () => {
    assert.equal((await start()).code, 0)
    await chown(join(folder, name), 0, 0)
    const mends = new RegExp(`Run as root: chown -R 65534:65534 ${join(folder, name)}\\n`)
    assertSentence(await start(), mends)
  })

test('a file in place of a folder is named', async () => {
  await mkdir(join(folder, 'blobs'))
  await writeFile(join(folder, 'blobs', 'staging'), '')
  await writeFile(join(folder, 'instances'), '')
  await chown(join(folder, 'blobs'), uid, uid)
  assertSentence(await start(), /instances/)
})

test('a port that is taken is named with the command that shows by which program', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const taken = other.address()
  assert.ok(taken && typeof taken === 'object')
  assertSentence(await start({ PORT: String(taken.port) }), /EADDRINUSE.* ss -ltnp\n$/)
  other.close()
})

test('a PostgreSQL that is not there is named with the command that asks for it', async () => {
  const port = await freePort()
  const said = await start({
    DATABASE_URL: `postgres://a:secret@127.0.0.1:${port}/b`,
    MASTER_KEYS: `k1:${'A'.repeat(43)}=`,
  })
  assertSentence(said, new RegExp(`pg_isready -h 127\\.0\\.0\\.1 -p ${port}\\n$`))
  assert.doesNotMatch(said.output, /secret/)
})

test('a master key that is none is said so', async () => {
  assertSentence(await start({ MASTER_KEYS: 'k1:short' }), /master keys cannot be used/)
})

test(
  'a disk that is read-only is named with the command that makes it writable',
  asOther,
  async (context) => {
    const blobs = join(folder, 'blobs')
    await mkdir(blobs)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'none', blobs], { stdio: 'ignore' })
    } catch {
      return context.skip('this system mounts nothing')
    }
    try {
      assertSentence(
        await start(),
        /read-only: run as root: mount -o remount,rw "\$\(stat -c %m \S+blobs\)"\n$/,
      )
    } finally {
      execFileSync('umount', [blobs])
    }
  },
)

test('an error that is caught nowhere ends the server with its stack, and without a line of source', async () => {
  const fault = join(folder, 'fault.mjs')
  await writeFile(fault, "setTimeout(() => {\n  throw new Error('a fault')\n}, 0)\n")
  const { code, output } = await start({ NODE_OPTIONS: `--import=${fault}` })
  assert.equal(code, 1)
  assert.match(output, /^Error: a fault\n +at /)
  assert.doesNotMatch(output, /throw new/)
})
