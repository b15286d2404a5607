import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as z from 'zod'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { writeLinkKey } from '#end-to-end/format/link-key.ts'
import { makeSlot } from '#end-to-end/format/slot.ts'
import {
  plainWith,
  type SealedBundle,
  sealFiles,
  sealPlain,
} from '#tests/support/transfers/sealed/bundles.ts'

const script = new URL('../../docs/open-end-to-end.py', import.meta.url).pathname
const linkKey = nodePrimitives.random(32)

/** Runs docs/open-end-to-end.py in a folder of its own, which `look` sees before it is removed. */
async function readInPython(
  bundle: Pick<SealedBundle, 'bytes' | 'contentKey' | 'id'>,
  look: (folder: string) => Promise<void> = async () => {},
  password?: string,
) {
  const folder = await mkdtemp(join(tmpdir(), 'restante-'))
  try {
    const { contentKey, id: bundleId } = bundle
    const { slot } = await makeSlot(nodePrimitives, { linkKey, contentKey, bundleId, password })
    const [bundlePath, slotPath, out] = ['bundle', 'slot', 'out'].map((name) => join(folder, name))
    assert.ok(bundlePath && slotPath && out)
    await writeFile(bundlePath, bundle.bytes)
    await writeFile(slotPath, toBase64url(slot))
    const key = await writeLinkKey(nodePrimitives, linkKey)
    const { status, stdout, stderr } = spawnSync('python3', [script, bundlePath, slotPath, key], {
      cwd: folder,
      encoding: 'utf8',
      input: password ?? '',
    })
    await look(folder)
    const written = (await readdir(folder)).filter((name) => name !== 'bundle' && name !== 'slot')
    return { status, stdout, stderr, written }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the reader in Python opens what the code seals', async () => {
  const files = [
    { path: 'a/one.txt', bytes: Buffer.from('one'), thumbnail: Buffer.from('picture') },
    { path: 'a/\u00fc/two', bytes: Buffer.alloc(20_000, 7) },
    { path: 'empty', bytes: Buffer.alloc(0) },
  ]
  const sealed = await sealFiles(files, { title: 'Letters', text: 'hello \u001b[2J' })
  const read = await readInPython(sealed, async (folder) => {
    for (const { path, bytes } of files) assert.deepEqual(await readFile(join(folder, path)), bytes)
  })
  assert.deepEqual([read.status, read.stderr], [0, ''])
  assert.match(read.stdout, /^title: Letters\ntext: hello \ufffd\[2J\n/)
})

test('the reader in Python refuses altered bundles and hostile manifests, and writes nothing', async () => {
  const sealed = await sealFiles([{ path: 'a', bytes: Buffer.alloc(60_000, 3) }])
  for (const at of [0, 30, 60, 20_000, sealed.size - 1]) {
    const bytes = sealed.bytes.slice()
    bytes[at] = (bytes[at] ?? 0) ^ 1
    const { status, written } = await readInPython({ ...sealed, bytes })
    assert.deepEqual([status, written], [1, []], `byte ${at}`)
  }
  const modified = '2026-11-21T08:00:00.000Z'
  for (const [path, offset, size] of [
    ['../a', 0, 1],
    ['/a', 0, 1],
    ['C:a', 0, 1],
    ['NUL.txt', 0, 1],
    ['a', 1, 1],
    ['a', 0, 65_500],
  ] as const) {
    const manifest = { version: 1, files: [{ path, offset, size, type: '', modified }] }
    const { status, stderr, written } = await readInPython(await sealPlain(plainWith(manifest)))
    assert.deepEqual([status, written], [1, []], stderr)
  }
})

test('the reader in Python opens a slot with a password', async (t) => {
  const { status } = spawnSync('python3', ['-c', 'from cryptography.hazmat.primitives.kdf import argon2'])
  if (status !== 0) return t.skip('this Python has no Argon2id')
  const sealed = await sealFiles([{ path: 'a', bytes: Buffer.from('a') }])
  const opened = await readInPython(sealed, undefined, 'Gr\u00fc\u00dfe')
  assert.deepEqual([opened.status, opened.stderr, opened.written], [0, '', ['a']])
})

test('the page and the vectors of the format have the same example', async () => {
  const page = await readFile('docs/end-to-end.md', 'utf8')
  const { manifest, bundleLength, slots, ...values } = z
    .looseObject({
      manifest: z.string(),
      bundleLength: z.number(),
      slots: z.array(z.record(z.string(), z.string())),
    })
    .parse(JSON.parse(await readFile('tests/fixtures/vectors/end_to_end.json', 'utf8')))
  for (const value of [
    ...Object.values(values).map(String),
    ...slots.flatMap(({ sealingKey = '?', slot = '?', proof = '?', proofHash = '?' }) => [
      sealingKey,
      slot,
      proof,
      proofHash,
    ]),
  ])
    assert.ok(page.replaceAll('65 536', '65536').includes(value), value)
  assert.ok(page.replace(/\n {2,}/g, '').includes(manifest) && bundleLength === 65_672)
  const { slot } = z
    .object({ slot: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile('tests/fixtures/vectors/x_wing.json', 'utf8')))
  for (const value of Object.values(slot)) assert.ok(page.replace(/\n {2,}/g, '').includes(value), value)
})
