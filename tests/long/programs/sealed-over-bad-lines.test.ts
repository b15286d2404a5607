import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { splitLink } from '#end-to-end/format/link-key.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { type Alter, openAlteringProxy } from '#tests/support/services/altering-proxy.ts'
import { openRelay } from '#tests/support/services/relay.ts'
import { forEveryone } from '#tests/support/transfers/sealed/sealed-transfers.ts'

/** Three parts of a bundle, the last of them not full. */
const content = randomBytes(40_000_000)

let folder: string
let server: TestServer
let relay: Awaited<ReturnType<typeof openRelay>>
let sent: { readonly path: string; readonly key: string }
let cutsOfUpload: number

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-lines-'))
  server = await startServer({ environment: { ...forEveryone, RATE_LIMITS: 'off' } })
  relay = await openRelay({ cutAfter: 7_000_000 })
  relay.leadTo(server.baseUrl)
  const path = join(folder, 'film.bin')
  await writeFile(path, content)
  const { code, answer, stderr } = await runForScript(['upload', '--end-to-end', '--url', relay.origin, path])
  assert.equal(code, 0, stderr + JSON.stringify(answer))
  cutsOfUpload = relay.cuts()
  const { link, key = '' } = splitLink(String(answer.link))
  sent = { path: new URL(link).pathname, key }
})
after(async () => {
  await relay[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Downloads it through a line, and gives what the command said and what is in its folder then. */
async function downloadThrough(origin: string) {
  const into = await mkdtemp(join(folder, 'into-'))
  const args = ['download', origin + sent.path, '--output', into, '--key-stdin']
  const { code, stderr } = await runCommand(args, { input: sent.key })
  const names = await readdir(into)
  return { code, stderr, names, saved: () => readFile(join(into, 'film.bin')) }
}

test('a sealed file goes up and comes down whole over a line that breaks in every part', async () => {
  assert.ok(cutsOfUpload >= 3, `${cutsOfUpload} cuts`)
  const { code, stderr, names, saved } = await downloadThrough(relay.origin)
  assert.equal(code, 0, stderr)
  assert.ok(relay.cuts() >= cutsOfUpload + 3, `${relay.cuts() - cutsOfUpload} cuts`)
  assert.deepEqual(names, ['film.bin'])
  assert.ok((await saved()).equals(content))
})

test('a range that ends early, as if that were all, is fetched on', async () => {
  await using proxy = await openAlteringProxy(relay.origin, 3_000_000, () => undefined)
  const { code, stderr, names, saved } = await downloadThrough(proxy.origin)
  assert.equal(code, 0, stderr)
  assert.equal(proxy.altered(), 1)
  assert.deepEqual(names, ['film.bin'])
  assert.ok((await saved()).equals(content))
})

const harms: readonly (readonly [string, Alter])[] = [
  ['damages one bit', (chunk) => Buffer.concat([Buffer.of((chunk[0] ?? 0) ^ 1), chunk.subarray(1)])],
  ['repeats what it has brought', (chunk) => Buffer.concat([chunk, chunk])],
  ['leaves something out', () => Buffer.alloc(0)],
]

// In the first part, and behind several cuts, where the beginning has been written already.
for (const [harm, alter] of harms)
  for (const at of [3_000_000, 20_000_000])
    test(`a line that breaks and ${harm} at byte ${at} leaves no file`, async () => {
      await using proxy = await openAlteringProxy(relay.origin, at, alter)
      const { code, stderr, names } = await downloadThrough(proxy.origin)
      assert.equal(proxy.altered(), 1)
      assert.deepEqual(names, [])
      assert.equal(code, 1)
      assert.match(stderr, /^This transfer is damaged: .+ Ask the sender to send it again\.\n$/)
    })
