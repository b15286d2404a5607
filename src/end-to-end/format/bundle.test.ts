import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thorough } from '#tests/support/server/thoroughness.ts'
import {
  plainWith,
  type SealedBundle,
  sealFiles,
  sealPlain,
  serveBytes,
} from '#tests/support/transfers/sealed/bundles.ts'
import { nodePrimitives } from '../drivers/node.ts'
import { webPrimitives } from '../drivers/web.ts'
import { join, type Primitives } from '../primitives.ts'
import { collect } from './bundle-reader.ts'
import { ManifestRefused } from './manifest.ts'
import { openBundle } from './open-bundle.ts'
import { BundleDamaged, sealPart } from './parts.ts'
import { readPlain } from './read-plain.ts'
import { bundleShape, paddedLengthOf, partLength, saltLength, sealedPartLength } from './sizes.ts'

const drivers: Record<string, Primitives> = { 'node:crypto': nodePrimitives, WebCrypto: webPrimitives }

/** Bytes that no two places of share. */
function pattern(length: number, seed: number): Uint8Array {
  const bytes = new Uint32Array(Math.ceil(length / 4))
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.imul(at + seed, 2_654_435_761)
  return new Uint8Array(bytes.buffer, 0, length)
}

function open(
  bundle: SealedBundle,
  bytes: Uint8Array = bundle.bytes,
  primitives: Primitives = nodePrimitives,
) {
  return openBundle(primitives, {
    contentKey: bundle.contentKey,
    bundleId: bundle.id,
    size: bytes.length,
    fetchSealed: serveBytes(bytes),
  })
}

/** Everything in a bundle, read to its last byte. */
async function readAll(bundle: SealedBundle, bytes: Uint8Array): Promise<void> {
  const length = paddedLengthOf(bytes.length)
  if (length === undefined) throw new BundleDamaged('no bundle has this size')
  const { contentKey, id } = bundle
  const shape = bundleShape(id, length)
  const buffers = readPlain(nodePrimitives, { contentKey, shape, fetchSealed: serveBytes(bytes) }, 0, length)
  for await (const _ of buffers);
}

for (const [name, primitives] of Object.entries(drivers)) {
  test(`${name}: files come back as they were, whole and by ranges, across parts`, async () => {
    const sizes = [0, 5, 16_384, 17_000_000, 1, 17_000_000]
    const files = sizes.map((size, n) => ({ path: `f/${n}`, bytes: pattern(size, n * 7) }))
    const thumbnail = pattern(3000, 99)
    const [first, ...rest] = files
    assert.ok(first)
    const sealed = await sealFiles([{ ...first, thumbnail }, ...rest], { title: 'T' }, primitives)
    assert.ok(sealed.size > 2 * sealedPartLength)
    const bundle = await open(sealed, sealed.bytes, primitives)
    assert.equal(bundle.manifest.title, 'T')
    for (const [n, { bytes }] of files.entries()) {
      const file = bundle.manifest.files[n]
      assert.ok(file)
      assert.deepEqual(Buffer.from(await collect(bundle.readFile(file))), Buffer.from(bytes))
      if (n === 0) assert.deepEqual(await bundle.readThumbnail(file), Uint8Array.from(thumbnail))
    }
    const [long] = bundle.manifest.files.slice(3)
    assert.ok(long)
    for (const [from, to] of [
      [0, 1],
      [16_380, 16_390],
      [partLength - 40_000, partLength + 3],
      [16_999_999, 17_000_000],
      [7, 7],
    ] as const)
      assert.deepEqual(
        await collect(bundle.readFile(long, from, to)),
        Uint8Array.from(files[3]?.bytes.subarray(from, to) ?? []),
      )
  })

  test(`${name}: every flipped byte of a small bundle is refused`, async () => {
    const sealed = await sealFiles([{ path: 'a', bytes: pattern(60_000, 1) }])
    const shape = bundleShape(sealed.id, 65_536)
    const bundle = { contentKey: sealed.contentKey, shape }
    const fetchSealed = serveBytes(sealed.bytes)
    // All 65 672 take half a minute for a driver, and are tried at night.
    for (let at = 0; at < sealed.size; at += at < 120 || thorough ? 1 : 97) {
      const flip = () => sealed.bytes.set([(sealed.bytes[at] ?? 0) ^ (1 << (at % 8))], at)
      flip()
      // The chunk that the byte is in: 0 for the preamble. The last is empty, and read with the one before.
      const chunk = Math.min(3, Math.max(0, Math.floor((at - 56) / 16_400)))
      const start = chunk * 16_384
      await assert.rejects(
        collect(readPlain(primitives, { ...bundle, fetchSealed }, start, start + 16_384)),
        BundleDamaged,
        `byte ${at}`,
      )
      flip()
    }
  })
}

test('parts that were swapped, doubled, dropped, cut or taken from another bundle are refused', async () => {
  const contentKey = nodePrimitives.random(32)
  const sealed = await sealPlain(new Uint8Array(2 * partLength + 2 ** 20), nodePrimitives, contentKey)
  const [one, two, three] = [0, 1, 2].map((n) =>
    sealed.bytes.subarray(n * sealedPartLength, (n + 1) * sealedPartLength),
  )
  assert.ok(one && two && three)
  await readAll(sealed, sealed.bytes)
  const other = await sealPlain(new Uint8Array(2 * partLength + 2 ** 20), nodePrimitives, contentKey)
  const foreign = other.bytes.subarray(sealedPartLength, 2 * sealedPartLength)
  const shorter = await sealPlain(new Uint8Array(2 * partLength), nodePrimitives, contentKey)
  const refused: Record<string, Uint8Array[]> = {
    swapped: [two, one, three],
    doubled: [one, one, three],
    'doubled at the end': [one, two, two],
    dropped: [one, three],
    'cut to whole parts': [one, two],
    'cut in a part': [one, two, three.subarray(0, -1)],
    lengthened: [one, two, three, three],
    'of another bundle': [one, foreign, three],
    'of a shorter bundle': [shorter.bytes.subarray(0, sealedPartLength), two, three],
  }
  for (const [name, parts] of Object.entries(refused))
    await assert.rejects(readAll(sealed, join(parts)), BundleDamaged, name)
  await assert.rejects(readAll({ ...sealed, id: other.id }, sealed.bytes), BundleDamaged)
  await assert.rejects(
    readAll({ ...sealed, contentKey: nodePrimitives.random(32) }, sealed.bytes),
    BundleDamaged,
  )
})

test('a bundle that ends early while it is read gives no wrong byte', async () => {
  const content = pattern(60_000, 3)
  const sealed = await sealFiles([{ path: 'a', bytes: content }])
  const bundle = await openBundle(nodePrimitives, {
    contentKey: sealed.contentKey,
    bundleId: sealed.id,
    size: sealed.size,
    fetchSealed: serveBytes(sealed.bytes.subarray(0, 40_000)),
  })
  const [file] = bundle.manifest.files
  assert.ok(file)
  let at = 0
  await assert.rejects(async () => {
    for await (const buffer of bundle.readFile(file)) {
      assert.deepEqual(buffer, Uint8Array.from(content.subarray(at, at + buffer.length)))
      at += buffer.length
    }
  }, BundleDamaged)
})

test('hostile manifests inside of a well sealed bundle are refused before a file is read', async () => {
  const file = (path: string, offset: number, size: number) => ({
    path,
    size,
    type: '',
    modified: '2026-11-21T08:00:00.000Z',
    offset,
  })
  const manifests = [
    { version: 1, files: [file('../a', 0, 1)] },
    { version: 1, files: [file('/a', 0, 1)] },
    { version: 1, files: [file('a', 0, 10), file('b', 5, 10)] },
    { version: 1, files: [file('a', 0, 65_536)] },
    'no JSON',
  ]
  for (const manifest of manifests) {
    const sealed = await sealPlain(plainWith(manifest))
    await assert.rejects(open(sealed), ManifestRefused, JSON.stringify(manifest))
  }
  const plain = plainWith({ version: 1, text: 'x', files: [] })
  for (const length of [0, 65_533, 2 ** 23 + 1, 2 ** 32 - 1]) {
    new DataView(plain.buffer).setUint32(0, length)
    await assert.rejects(open(await sealPlain(plain)), ManifestRefused, `${length}`)
  }
  assert.ok(await open(await sealPlain(plainWith({ version: 1, text: 'x', files: [] }))))
})

test('a part is sealed alike in fresh memory and where it lies itself', async () => {
  const [contentKey, salt] = [nodePrimitives.random(32), nodePrimitives.random(saltLength)]
  const plain = Uint8Array.from(pattern(100_352, 3))
  const shape = bundleShape(nodePrimitives.random(16), plain.length)
  const part = { contentKey, salt, plain, part: 0, shape }
  const sealed = await sealPart(webPrimitives, part)
  const room = new Uint8Array(sealed.length).fill(255)
  const atEnd = room.subarray(room.length - plain.length)
  atEnd.set(plain)
  const again = await sealPart(webPrimitives, { ...part, plain: atEnd, room })
  assert.deepEqual(again, sealed)
  assert.equal(again.buffer, room.buffer)
})
