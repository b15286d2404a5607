import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodePrimitives as primitives } from '../drivers/node.ts'
import { fingerprintWords, fromWords, toWords } from './key-words.ts'
import {
  mayBeSeedPassword,
  newSeedPassword,
  openSeed,
  readSeed,
  sealedSeedLength,
  sealSeed,
  WordsDamaged,
  writeSeed,
} from './private-half.ts'

const seed = primitives.random(32)
const publicKey = primitives.random(1216)

test('256 distinct words stand for the values of a byte', () => {
  const all = Uint8Array.from({ length: 256 }, (_, value) => value)
  assert.equal(new Set(toWords(all)).size, 256)
  assert.deepEqual(fromWords(toWords(all)), all)
  assert.deepEqual(fingerprintWords(all), toWords(all.subarray(0, 8)))
})

test('a private half comes back from its words, as they were printed', async () => {
  const words = await writeSeed(primitives, seed)
  assert.equal(words.length, 34)
  const printed = words.map((word, at) => `${at + 1}. ${word.toUpperCase()}`).join('\r\n')
  assert.deepEqual(await readSeed(primitives, `# Private key of ada, keep it safe\r\n${printed}\n`), seed)
})

test('words that are missing, mistaken or exchanged are refused', async () => {
  const words = await writeSeed(
    primitives,
    new Uint8Array(32).map((_, at) => at),
  )
  for (const [written, reason] of [
    [words.slice(1), 'count'],
    [[...words, 'acorn'], 'count'],
    [['nonsense', ...words.slice(1)], 'unknown'],
    [['zebra', ...words.slice(1)], 'checksum'],
    [[words[1], words[0], ...words.slice(2)], 'checksum'],
  ] as const)
    await assert.rejects(
      readSeed(primitives, written.join(' ')),
      (error) => error instanceof WordsDamaged && error.reason === reason,
    )
})

test('a sealed private half opens with its password and public half, and not when a byte is altered', async () => {
  const password = newSeedPassword(primitives)
  assert.ok(password.split(' ').length === 10 && mayBeSeedPassword(password))
  assert.ok(!mayBeSeedPassword('fifteen letters'))
  const sealed = await sealSeed(primitives, { seed, publicKey, password })
  assert.equal(sealed.length, sealedSeedLength)
  assert.deepEqual(await openSeed(primitives, { sealed, publicKey, password }), seed)
  assert.equal(await openSeed(primitives, { sealed, publicKey, password: `${password} more` }), undefined)
  const other = { sealed, publicKey: primitives.random(1216), password }
  assert.equal(await openSeed(primitives, other), undefined)
  // Bytes 1 to 5 are the cost.
  for (const at of [0, 1, 6, 22, sealedSeedLength - 1]) {
    const altered = sealed.slice()
    altered[at] = (altered[at] ?? 0) ^ 128
    assert.equal(
      await openSeed(primitives, { sealed: altered, publicKey, password }),
      undefined,
      `byte ${at}`,
    )
  }
  for (const [memory, passes] of [
    [0, 3],
    [65_535, 3],
    [131_073, 3],
    [65_536, 2],
    [65_536, 7],
  ] as const) {
    const altered = sealed.slice()
    new DataView(altered.buffer).setUint32(1, memory)
    altered[5] = passes
    const asked = { sealed: altered, publicKey, password }
    assert.equal(await openSeed(primitives, asked), undefined, `${memory} KiB, ${passes} passes`)
  }
  for (const length of [0, 21, sealedSeedLength - 1, sealedSeedLength + 1])
    assert.equal(
      await openSeed(primitives, { sealed: new Uint8Array(length), publicKey, password }),
      undefined,
    )
})
