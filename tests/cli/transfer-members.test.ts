import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { foreignZip } from '#tests/support/samples/foreign-zip.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendSeveral } from '#tests/support/transfers/members.ts'
import { downloadCount, upload } from '#tests/support/transfers/transfers.ts'

let folder: string
let server: TestServer
const photo = randomBytes(200_000)
const files = [
  { path: 'trip/day 1/one.jpg', bytes: photo },
  { path: 'trip/two.jpg', bytes: Buffer.from('2') },
  { path: 'trip/notes.txt', bytes: Buffer.from('words '.repeat(1000)) },
]

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-cli-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const linkTo = (id: string) => `${server.baseUrl}/download/${id}`

test('the files inside a transfer are listed, for people and for scripts', async () => {
  const { id } = await sendSeveral(server, files)
  const { code, stdout, stderr } = await runCommand(['download', linkTo(id), '--list'])
  assert.equal(code, 0, stderr)
  assert.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(11)),
    files.map(({ path }) => path),
  )
  const { answer } = await runForScript(['download', linkTo(id), '--list'])
  assert.deepEqual(
    answer.files,
    files.map(({ path, bytes }, n) => ({
      path,
      size: bytes.length,
      type: n === 0 ? 'application/octet-stream' : 'text/plain',
    })),
  )
})

test('some of them are saved alone, in their folders, and nothing is replaced', async () => {
  const { id } = await sendSeveral(server, files, { password: 'told on the phone' })
  const into = await mkdtemp(join(folder, 'into-'))
  const args = ['download', linkTo(id), '--only', '*.jpg', '--output', into, '--password-stdin']
  const input = 'told on the phone'
  const { code, answer } = await runForScript(args, { input })
  assert.equal(code, 0, JSON.stringify(answer))
  assert.deepEqual((await readdir(into, { recursive: true })).toSorted(), [
    'trip',
    'trip/day 1',
    'trip/day 1/one.jpg',
    'trip/two.jpg',
  ])
  assert.deepEqual(await readFile(join(into, 'trip/day 1/one.jpg')), photo)
  assert.equal(await downloadCount(server.baseUrl, id), 0)
  const again = await runForScript(args, { input })
  assert.deepEqual([again.code, again.answer.code], [2, 'USAGE'])
})

test('a pattern with a folder is about paths; one that fits nothing says so', async () => {
  const { id } = await sendSeveral(server, files)
  const into = await mkdtemp(join(folder, 'into-'))
  await runForScript(['download', linkTo(id), '--only', 'trip/*', '--output', into])
  assert.deepEqual((await readdir(join(into, 'trip'))).toSorted(), ['notes.txt', 'two.jpg'])
  const none = await runForScript(['download', linkTo(id), '--only', '*.mov', '--output', into])
  assert.deepEqual([none.code, none.answer.code], [2, 'USAGE'])
  const at = join(into, 'trip', 'notes.txt')
  const noFolder = await runCommand(['download', linkTo(id), '--only', '*.jpg', '--output', at])
  assert.deepEqual([noFolder.code, noFolder.stderr.trim()], [2, `${at} is not a folder.`])
})

test('files that would lie over each other are all saved', async () => {
  const entries = ['x/a.txt', 'x//a.txt', 'X/A.TXT', 'x', 'b.part', 'b']
  const zip = foreignZip(entries.map((name, n) => ({ name, bytes: Buffer.from(`${n}`) })))
  const { id } = await upload(server.baseUrl, zip, {}, 'twice.zip')
  const into = await mkdtemp(join(folder, 'into-'))
  const { code, answer } = await runForScript(['download', linkTo(id), '--only', '**', '--output', into])
  assert.equal(code, 0, JSON.stringify(answer))
  const names = ['x/a.txt', 'x/a (2).txt', 'X/A (3).TXT', 'x (2)', 'b.part', 'b']
  for (const [n, name] of names.entries())
    assert.equal(await readFile(join(into, name), 'utf8'), `${n}`, name)
})

test('of more files than are listed the command says so, and saves none as if they were all', async () => {
  const one = Buffer.from('1')
  const entries = Array.from({ length: 80_001 }, (_, n) => ({ name: `${n}.txt`, bytes: one, stored: true }))
  const { id } = await upload(server.baseUrl, foreignZip(entries), {}, 'many.zip')
  const into = await mkdtemp(join(folder, 'into-'))
  const { code, answer } = await runForScript(['download', linkTo(id), '--only', '7.txt', '--output', into])
  assert.deepEqual([code, answer.code], [2, 'USAGE'])
  assert.match(String(answer.message), /^Only the first 80000 files/)
  assert.deepEqual(await readdir(into), [])
})

test('where downloads are limited the command says so', async () => {
  const { id } = await sendSeveral(server, files, { deleteAfterDownload: 'true' })
  const { code, answer } = await runForScript(['download', linkTo(id), '--list'])
  assert.deepEqual([code, answer.code], [1, 'CONTENTS_LIMITED'])
})
