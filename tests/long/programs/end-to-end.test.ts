import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { readLinkKey, splitLink } from '#end-to-end/format/link-key.ts'
import { planBundle } from '#end-to-end/format/plan-bundle.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { forEveryone, openSealed, proofFor } from '#tests/support/transfers/sealed/sealed-transfers.ts'
import { createPartSealer } from '../../../src/cli/transfers/sealed/seal-parts.ts'

let folder: string
let server: TestServer
const lines: string[] = []
const large = randomBytes(17_000_000)
const content = 'canary-content '.repeat(4000)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-e2e-'))
  const environment = { ...forEveryone, ...keepInStore, RATE_LIMITS: 'off' }
  server = await startServer({ environment, log: (line) => lines.push(line) })
  await mkdir(join(folder, 'canary-folder'))
  await writeFile(join(folder, 'canary-folder', 'canary-name.txt'), content)
  await writeFile(join(folder, 'canary-folder', 'large.bin'), large)
  await writeFile(join(folder, 'one.txt'), 'one')
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Seals and sends, and gives the link without its key, and the key. */
async function send(args: readonly string[], input = '') {
  const sent = ['upload', '--end-to-end', '--url', server.baseUrl, ...args]
  const { code, answer, stderr } = await runForScript(sent, { input })
  assert.equal(code, 0, stderr + JSON.stringify(answer))
  const { link, key } = splitLink(String(answer.link))
  assert.ok(key)
  const id = link.split('/').at(-1) ?? ''
  return { link: `${server.baseUrl}/download/${id}`, key, id }
}

async function emptyFolder(): Promise<string> {
  return mkdtemp(join(folder, 'into-'))
}

test('files go up and come down again, and the service has no key, name or byte of them', async () => {
  const said = [
    '--title',
    'canary-title',
    '--description',
    'canary-message',
    '--sender-name',
    'canary-sender',
  ]
  const { link, key, id } = await send([join(folder, 'canary-folder'), ...said])
  const into = await emptyFolder()
  const { code, stdout, stderr } = await runCommand(['download', link, '--output', into, '--key-stdin'], {
    input: key,
  })
  assert.equal(code, 0, stderr)
  assert.match(stdout, /All of it arrived and was checked\.$/m)
  assert.deepEqual(await readdir(into), ['canary-title'])
  const saved = join(into, 'canary-title', 'canary-folder')
  assert.equal(await readFile(join(saved, 'canary-name.txt'), 'utf8'), content)
  assert.deepEqual(await readFile(join(saved, 'large.bin')), large)
  const info = await server.client.call('fileInfo', { params: { id } })
  assert.equal(info.file.downloadCount, 1)

  const linkKey = await readLinkKey(nodePrimitives, key)
  const { contentKey } = await openSealed(server, id, linkKey)
  const proof = await proofFor(info.file.slotHead ?? '', linkKey)
  const secrets = [Buffer.from(linkKey), Buffer.from(contentKey ?? []), Buffer.from(proof, 'base64url')]
  const canaries = [
    'canary',
    ...secrets.flatMap((secret) => [
      secret.toString('base64url'),
      secret.toString('hex'),
      secret.toString('latin1'),
    ]),
    large.subarray(1000, 1032).toString('latin1'),
  ]
  const stored = await readdir(server.folder, { recursive: true, withFileTypes: true })
  const kept = await Promise.all(
    stored
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
  )
  assert.ok(kept.some((text) => text.length > 8_000_000))
  for (const text of [...kept, ...lines]) for (const canary of canaries) assert.ok(!text.includes(canary))
})

test('a text goes up from standard input and is printed, and several files come down as one ZIP', async () => {
  const text = 'Key box: 4417\nAlarm: caf\u00e9\n'
  const note = await send(['--text'], text)
  const shown = await runForScript(['download', note.link, '--key-stdin'], { input: note.key })
  assert.equal(shown.answer.text, text)
  const files = await send([join(folder, 'canary-folder'), '--title', 'Two'])
  const into = await emptyFolder()
  const saved = await runCommand(['download', files.link, '--output', into, '--zip', '--key-stdin'], {
    input: files.key,
  })
  assert.equal(saved.code, 0, saved.stderr)
  assert.deepEqual(await readdir(into), ['Two.zip'])
  const toNowhere = ['download', files.link, '--output', join(into, 'nowhere/'), '--key-stdin']
  const noFolder = await runForScript(toNowhere, { input: files.key })
  assert.match(String(noFolder.answer.message), /--output is not a folder/)
  assert.deepEqual(await readdir(into), ['Two.zip'])
  const members = readZip(await readFile(join(into, 'Two.zip')))
  assert.deepEqual(members.map(({ path }) => path).sort(), [
    'canary-folder/canary-name.txt',
    'canary-folder/large.bin',
  ])
  const url = ['upload', '--text', '--url', server.baseUrl]
  const none = await runForScript(url, { input: '' })
  assert.match(String(none.answer.message), /No text found/)
  const long = await runForScript(url, { input: 'x'.repeat(2 ** 20 + 1) })
  assert.match(String(long.answer.message), /longer than 1 MB/)
})

test('a password, a wrong key and a cut key are told apart, and the link may bring its key', async () => {
  const { link, key } = await send([join(folder, 'one.txt'), '--password-stdin'], 'Gr\u00fc\u00dfe')
  const keyFile = join(folder, 'key')
  await writeFile(keyFile, `${link}#k=${key}\n`)
  const into = await emptyFolder()
  const open = (args: readonly string[], input: string) =>
    runForScript(['download', link, '--output', into, ...args], { input })
  const wrong = await open(['--key-file', keyFile, '--password-stdin'], 'Gruesse')
  assert.deepEqual([wrong.code, wrong.answer.code], [1, 'INVALID_FILE_PASSWORD'])
  const cut = await open(['--key-stdin'], key.slice(0, -1))
  assert.match(String(cut.answer.message), /46 characters, not 47/)
  const none = await open([], '')
  assert.match(String(none.answer.message), /--key-stdin/)
  assert.deepEqual(await readdir(into), [])
  const right = await open(['--key-file', keyFile, '--password-stdin'], 'Gr\u00fc\u00dfe')
  assert.equal(right.code, 0, JSON.stringify(right.answer))
  assert.equal(await readFile(join(into, 'one.txt'), 'utf8'), 'one')

  const other = await send([join(folder, 'one.txt')])
  const foreign = await runForScript(['download', other.link, '--output', into, '--key-stdin'], {
    input: key,
  })
  assert.match(String(foreign.answer.message), /another link/)
  const path = join(await emptyFolder(), 'mine')
  const whole = await runCommand(['download', `${other.link}#k=${other.key}`, '--output', path])
  assert.equal(whole.code, 0, whole.stderr)
  assert.match(whole.stderr, /on the command line/)
  assert.equal(await readFile(path, 'utf8'), 'one')
})

test('a file that changed meanwhile is never sealed with the salt of another', async () => {
  const files = [{ file: new File(['first'], 'a.txt'), folder: '' }]
  const plan = planBundle({}, [
    { path: 'a.txt', size: 17_000_000, type: '', modified: '2026-11-21T08:00:00.000Z' },
  ])
  const [contentKey, bundleId] = [nodePrimitives.random(32), nodePrimitives.random(16)]
  files[0] = { file: new File([large], 'a.txt'), folder: '' }
  const parts = createPartSealer(plan, { contentKey, bundleId, files })
  const first = await parts.seal(0)
  await parts.seal(1)
  assert.deepEqual(Buffer.from(await parts.seal(0)), Buffer.from(first))
  await parts.seal(1)
  files[0] = { file: new File([randomBytes(17_000_000)], 'a.txt'), folder: '' }
  await assert.rejects(parts.seal(0), { code: 'FILE_UNREADABLE' })
})
