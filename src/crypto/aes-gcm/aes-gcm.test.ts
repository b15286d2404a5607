import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as z from 'zod'
import { atMost, measuring } from '#tests/bench/bounds/at-most.ts'
import { fuzzGcm } from '#tests/fuzz/aes-gcm.ts'
import { childEnvironment } from '#tests/support/server/child-processes.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { readVectors } from '#tests/support/transfers/vectors.ts'
import { type GcmDriver, nodeGcm, opensslGcm } from './aes-gcm.ts'

const run = promisify(execFile)
const drivers = opensslGcm ? [opensslGcm, nodeGcm] : [nodeGcm]
const hex = z.string().transform((text) => Buffer.from(text, 'hex'))
const published = z.object({
  testGroups: z.array(
    z.object({
      keySize: z.number(),
      ivSize: z.number(),
      tagSize: z.number(),
      tests: z.array(
        z.object({
          comment: z.string(),
          key: hex,
          iv: hex,
          aad: hex,
          msg: hex,
          ct: hex,
          tag: hex,
          result: z.string(),
        }),
      ),
    }),
  ),
})

function seal(driver: GcmDriver, key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Buffer {
  using gcm = driver.create(key)
  const sealed = Buffer.alloc(plain.length + 16)
  gcm.begin(nonce)
  gcm.encrypt(plain, 0, plain.length, sealed, 0)
  gcm.end(sealed, plain.length)
  return sealed
}

function open(driver: GcmDriver, key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Buffer | undefined {
  using gcm = driver.create(key)
  const plain = Buffer.alloc(sealed.length - 16, 0xee)
  if (gcm.open(nonce, sealed, 0, sealed.length, plain, 0)) return plain
  assert.ok(
    plain.every((byte) => byte === 0),
    'plaintext that is not authentic was left behind',
  )
  return undefined
}

for (const driver of drivers) {
  test(`${driver.name}: the published vectors of AES-256-GCM`, (t) => {
    const vectors = readVectors(t, 'aes_gcm_test.json.gz', published)
    let count = 0
    for (const { keySize, ivSize, tagSize, tests } of vectors?.testGroups ?? []) {
      if (keySize !== 256 || ivSize !== 96 || tagSize !== 128) continue
      for (const { key, iv, aad, msg, ct, tag, result, comment } of tests) {
        if (aad.length > 0) continue
        count += 1
        const sealed = Buffer.concat([ct, tag])
        const isValid = result === 'valid'
        assert.deepEqual(open(driver, key, iv, sealed), isValid ? msg : undefined, comment)
        assert.equal(seal(driver, key, iv, msg).equals(sealed), isValid, comment)
      }
    }
    assert.ok(!vectors || count > 30, `${count} vectors`)
  })

  test(`${driver.name}: ranges outside of the memory are refused and nothing is written`, () => {
    using gcm = driver.create(randomBytes(32))
    const nonce = randomBytes(12)
    const [input, output] = [Buffer.alloc(64, 1), Buffer.alloc(64, 2)]
    gcm.begin(nonce)
    const calls = [
      () => gcm.encrypt(input, -1, 3, output, 0),
      () => gcm.encrypt(input, 3, 2, output, 0),
      () => gcm.encrypt(input, 0, 65, output, 0),
      () => gcm.encrypt(input, 0, 64, output, 1),
      () => gcm.encrypt(input, 0, 1, output, -1),
      () => gcm.encrypt(input, 0, Number.NaN, output, 0),
      () => gcm.end(output, 49),
      () => gcm.open(nonce, input, 0, 15, output, 0),
      () => gcm.open(nonce, input, 0, 65, output, 0),
      () => gcm.open(nonce, input, 0, 64, output, 17),
    ]
    for (const call of calls) assert.throws(call, RangeError)
    assert.throws(() => gcm.begin(randomBytes(11)))
    assert.throws(() => driver.create(randomBytes(31)), RangeError)
    assert.ok(output.every((byte) => byte === 2))
  })

  test(`${driver.name}: memory that was released is refused`, () => {
    using gcm = driver.create(randomBytes(32))
    const memory = () => Buffer.from(new ArrayBuffer(4096))
    const [input, output] = [memory(), memory()]
    gcm.begin(randomBytes(12))
    gcm.encrypt(input, 0, 100, output, 0)
    input.buffer.transfer(0)
    assert.throws(() => gcm.encrypt(input, 0, 100, output, 100), RangeError)
    output.buffer.transfer(0)
    assert.throws(() => gcm.encrypt(memory(), 0, 100, output, 100), RangeError)
    assert.throws(() => gcm.end(output, 0), RangeError)
  })

  test(`${driver.name}: without a message or a key nothing is computed`, () => {
    const gcm = driver.create(randomBytes(32))
    const output = Buffer.alloc(32)
    assert.throws(() => gcm.encrypt(output, 0, 1, output, 16), /no message/)
    gcm.begin(randomBytes(12))
    gcm.end(output, 0)
    assert.throws(() => gcm.end(output, 0), /no message/)
    gcm[Symbol.dispose]()
    gcm[Symbol.dispose]()
    assert.throws(() => gcm.begin(randomBytes(12)), /wiped/)
    assert.throws(() => gcm.open(randomBytes(12), output, 0, 32, Buffer.alloc(16), 0), /wiped/)
  })

  test(`${driver.name}: a refused message does not spoil the next, nor another cipher of Node`, () => {
    using gcm = driver.create(Buffer.alloc(32, 1))
    const nonce = Buffer.alloc(12, 2)
    const sealed = seal(driver, Buffer.alloc(32, 1), nonce, Buffer.from('content'))
    const altered = Buffer.from(sealed)
    altered[3] = (altered[3] ?? 0) ^ 1
    const plain = Buffer.alloc(7)
    assert.equal(gcm.open(nonce, altered, 0, altered.length, plain, 0), false)
    assert.equal(randomBytes(8).length, 8)
    assert.equal(gcm.open(nonce, sealed, 0, sealed.length, plain, 0), true)
    assert.equal(plain.toString(), 'content')
  })

  test(`${driver.name}: wiping leaves nothing of a key`, () => {
    const key = randomBytes(32)
    driver.wipe(key)
    assert.deepEqual(key, Buffer.alloc(32))
  })

  test(`${driver.name}: many keys that nobody ends cost no memory that grows`, {
    skip: !measuring && 'npm run bench:bounds measures it',
  }, async (t) => {
    const key = randomBytes(32)
    const make = async () => {
      for (let count = 0; count < 20_000; count += 1) driver.create(key).begin(key.subarray(0, 12))
      for (let count = 0; count < 5; count += 1) await turn()
    }
    // When they are freed is up to the collector: some rounds wait for it, and what they took is not given back.
    for (let round = 0; round < 5; round += 1) await make()
    const before = process.memoryUsage.rss()
    for (let round = 0; round < 20; round += 1) await make()
    const grown = process.memoryUsage.rss() - before
    // Contexts that are never freed take more.
    atMost(t, 'growth', grown / 1e6, 120, 'MB')
  })
}

test('OpenSSL is reached, and computes what node:crypto does, wherever Node can open its own process', () => {
  const isSwitchedOff = process.getBuiltinModule('node:ffi') === undefined
  assert.equal(opensslGcm === undefined, isSwitchedOff || process.platform === 'win32')
})

test('both drivers agree on random messages, intact and damaged', () => {
  for (const seed of [1998, randomInt(2 ** 31)]) {
    const count = thorough ? 50_000 : 2000
    const report = fuzzGcm(seed, count)
    assert.ok(
      report.opened === count && report.refused > count / 4,
      `seed ${seed}: ${JSON.stringify(report)}`,
    )
  }
})

test('where Node has no FFI the other driver takes its place, and where it has, nobody is warned', async () => {
  const script = `import('#crypto/aes-gcm/aes-gcm.ts').then(({ gcm }) => {
    process.emitWarning('a warning of another kind', 'ExperimentalWarning')
    console.log(gcm.name)
  })`
  const expected = {
    '--no-experimental-ffi': nodeGcm.name,
    '--experimental-ffi': (opensslGcm ?? nodeGcm).name,
  }
  for (const [flag, name] of Object.entries(expected)) {
    const { stdout, stderr } = await run(process.execPath, [flag, '--eval', script], {
      env: childEnvironment(),
    })
    assert.equal(stdout.trim(), name)
    assert.doesNotMatch(stderr, /FFI/)
    assert.match(stderr, /a warning of another kind/)
  }
})
