import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import * as z from 'zod'
import { readVectors } from '#tests/support/transfers/vectors.ts'
import { type GcmDriver, nodeGcm, opensslGcm } from '../aes-gcm/aes-gcm.ts'
import { blobHeader, blobLength, contentContext } from './blob-header.ts'
import { deriveContentSecrets } from './content-secrets.ts'
import { chunkLength, preambleLength, saltLength, sealedLength, sealedRange } from './content-sizes.ts'
import { ContentDamaged, createOpener, openRange, plainLengthOf } from './open-content.ts'
import { createSealer, createSealerWithSalt } from './seal-content.ts'

const key = randomBytes(32)
const context = Buffer.from('a test')
const sizes = [0, 1, 16_383, 16_384, 16_385, 3 * 16_384, 2 ** 20 + 17]

const damaged = { name: 'ContentDamaged' }

const hex = z.string().transform((text) => Buffer.from(text, 'hex'))
const published = z.object({
  testGroups: z.array(
    z.object({
      tests: z.array(
        z.object({
          tcId: z.number(),
          comment: z.string(),
          key: hex,
          ctx: hex,
          ct: hex,
          aeadKey: hex.optional(),
          msgLength: z.number().optional(),
          msgSha512: z.string().optional(),
          result: z.enum(['valid', 'invalid']),
        }),
      ),
    }),
  ),
})

for (const driver of opensslGcm ? [opensslGcm, nodeGcm] : [nodeGcm]) {
  describe(`with ${driver.name}`, () => contentTests(driver))
}

function contentTests(driver: GcmDriver) {
  function seal(
    plain: Uint8Array,
    segmentLength = plain.length,
    sealer = createSealer(key, context, driver),
  ): Buffer {
    const sealed: Uint8Array[] = [sealer.preamble]
    for (let at = 0; at < plain.length; at += segmentLength) {
      sealed.push(sealer.update(plain.subarray(at, at + segmentLength)))
    }
    return Buffer.concat([...sealed, sealer.final()])
  }

  async function open(
    message: Uint8Array,
    {
      as = { key, context } as { key: Uint8Array; context: Uint8Array },
      start = 0,
      end = -1,
      segmentLength = 1 << 20,
      plainLength = plainLengthOf(message.length),
    } = {},
  ): Promise<Buffer> {
    const opener = createOpener(as.key, as.context, message.subarray(0, preambleLength), driver)
    const range = { plainLength, start, end: end < 0 ? plainLength : end }
    const sealed = sealedRange(range.plainLength, range.start, range.end)
    async function* buffers() {
      for (let at = sealed.start; at < sealed.end; at += segmentLength) {
        yield message.subarray(at, Math.min(at + segmentLength, sealed.end))
      }
    }
    const plain: Uint8Array[] = []
    for await (const buffer of openRange(buffers(), opener, range)) plain.push(buffer)
    return Buffer.concat(plain)
  }

  for (const size of sizes) {
    test(`${size} bytes come back, whatever the buffers`, async () => {
      const plain = randomBytes(size)
      for (const segmentLength of [1 << 20, 65_536, 16_384, 16_383, 1_009]) {
        const message = seal(plain, segmentLength)
        assert.equal(message.length, sealedLength(size))
        assert.equal(plainLengthOf(message.length), size)
        assert.deepEqual(await open(message, { segmentLength }), plain)
      }
    })

    test(`any range of ${size} bytes comes back`, async () => {
      const plain = randomBytes(size)
      const message = seal(plain)
      const edges = [0, 1, 16_383, 16_384, 16_385, size - 1, size].filter((edge) => edge >= 0 && edge <= size)
      for (const start of edges) {
        for (const end of edges.filter((edge) => edge >= start)) {
          assert.deepEqual(
            await open(message, { start, end, segmentLength: 5_000 }),
            plain.subarray(start, end),
          )
        }
      }
    })
  }

  test('every flipped bit of a message is refused', async () => {
    const message = seal(randomBytes(100))
    for (let at = 0; at < message.length; at += 1) {
      const altered = Buffer.from(message)
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8))
      await assert.rejects(open(altered), damaged, `byte ${at}`)
    }
  })

  test('a damaged chunk is refused before a byte of it leaves, and those before it are whole', async () => {
    const plain = randomBytes(5 * 16_384)
    const message = seal(plain)
    const at = preambleLength + 3 * 16_400 + 9_000
    message[at] = (message[at] ?? 0) ^ 1
    const opener = createOpener(key, context, message.subarray(0, preambleLength), driver)
    const seen: Uint8Array[] = []
    async function* buffers() {
      for (let from = preambleLength; from < message.length; from += 16_400)
        yield message.subarray(from, from + 16_400)
    }
    await assert.rejects(async () => {
      for await (const buffer of openRange(buffers(), opener, {
        plainLength: plain.length,
        start: 0,
        end: plain.length,
      })) {
        seen.push(buffer)
      }
    }, damaged)
    assert.deepEqual(Buffer.concat(seen), plain.subarray(0, 3 * 16_384))
  })

  test('a whole chunk is never the last one, and a short one always is', () => {
    const plain = randomBytes(chunkLength + 5)
    const sealer = createSealer(key, context, driver)
    const message = Buffer.concat([sealer.preamble, sealer.update(plain), sealer.final()])
    using chunks = createOpener(key, context, message.subarray(0, preambleLength), driver).begin()
    const border = preambleLength + chunkLength + 16
    const opened = Buffer.alloc(plain.length)
    const whole = (isLast: boolean) => chunks.open(0, isLast, message, preambleLength, border, opened, 0)
    const short = (isLast: boolean) =>
      chunks.open(1, isLast, message, border, message.length, opened, chunkLength)
    assert.throws(() => whole(true), damaged)
    assert.throws(() => short(false), damaged)
    assert.deepEqual([whole(false), short(true)], [chunkLength, 5])
    assert.deepEqual(opened, plain)
  })

  test('a message cut anywhere is refused', async () => {
    const message = seal(randomBytes(200))
    for (let length = 0; length < message.length; length += 1) {
      await assert.rejects(async () => open(message.subarray(0, length)), damaged, `${length} bytes`)
      await assert.rejects(
        open(message.subarray(0, length), { plainLength: 200 }),
        damaged,
        `${length} of 200 bytes`,
      )
    }
  })

  test('chunks that changed places, or came twice, are refused', async () => {
    const message = seal(randomBytes(3 * 16_384))
    const [first, second] = [0, 1].map((index) => {
      const from = preambleLength + index * 16_400
      return message.subarray(from, from + 16_400)
    })
    const rest = message.subarray(preambleLength + 2 * 16_400)
    const preamble = message.subarray(0, preambleLength)
    assert.ok(first && second)
    await assert.rejects(open(Buffer.concat([preamble, second, first, rest])), damaged)
    await assert.rejects(open(Buffer.concat([preamble, first, first, rest])), damaged)
    await assert.rejects(open(Buffer.concat([preamble, first, second, second, rest])), damaged)
  })

  test('another key, context, file or segment is refused', async () => {
    const message = seal(randomBytes(10))
    await assert.rejects(open(message, { as: { key: randomBytes(32), context } }), damaged)
    await assert.rejects(open(message, { as: { key, context: Buffer.from('another') } }), damaged)
    const header = blobHeader(randomBytes(16))
    const contexts = [
      contentContext(header, 'a', 0),
      contentContext(header, 'b', 0),
      contentContext(header, 'a', 1),
      contentContext(header, 'a', 2 ** 32 - 1),
    ]
    assert.equal(new Set(contexts.map((bytes) => bytes.toString('hex'))).size, contexts.length)
    assert.equal(blobLength(16_384), 88 + 16_384 + 16 * 2)
  })

  test('two messages never share a salt, and an ended sealer refuses', () => {
    assert.notDeepEqual(
      seal(Buffer.alloc(1)).subarray(0, saltLength),
      seal(Buffer.alloc(1)).subarray(0, saltLength),
    )
    const sealer = createSealer(key, context, driver)
    sealer.final()
    assert.throws(() => sealer.update(Buffer.alloc(1)))
    assert.throws(() => sealer.final())
  })

  test('the published Cobblestone-256 messages open, and the bad ones do not', async (t) => {
    const vectors = readVectors(t, 'c2sp_chunked_encryption_aes_256_gcm_test.json.gz', published)
    for (const vector of vectors?.testGroups.flatMap((group) => group.tests) ?? []) {
      const message = inflateSync(vector.ct)
      const opened = openPublished(message, vector)
      if (vector.result === 'invalid') {
        await assert.rejects(
          opened,
          (error) => error instanceof ContentDamaged || error instanceof RangeError,
          vector.comment,
        )
        continue
      }
      const plain = await opened
      assert.equal(createHash('sha512').update(plain).digest('hex'), vector.msgSha512, vector.comment)
      const secrets = deriveContentSecrets(vector.key, message.subarray(0, saltLength), vector.ctx)
      assert.deepEqual(secrets.key, vector.aeadKey)
      const again = createSealerWithSalt(vector.key, vector.ctx, message.subarray(0, saltLength), driver)
      assert.ok(seal(plain, 10_000, again).equals(message), vector.comment)
    }
  })

  async function openPublished(message: Buffer, { key, ctx }: { key: Buffer; ctx: Buffer }): Promise<Buffer> {
    return open(message, { as: { key, context: ctx } })
  }
}
