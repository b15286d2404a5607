import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import {
  ScanAborted,
  type Scanner,
  ScannerUnavailable,
  type ScanResult,
} from '#server/platform/scanner/scanner.ts'
import { eicar } from '#tests/support/services/eicar.ts'
import { noise } from '#tests/support/services/noise.ts'

type OpenedScanner = {
  readonly scanner: Scanner
  /** How many connections or files the scanner has in use now. */
  inUse(): number
}

const KIB = 1024
const MIB = 1024 * KIB

/** What every scanner promises. `harmless` is its verdict on a file in which it finds nothing. */
export function scannerContract(
  name: string,
  harmless: ScanResult['verdict'],
  open: () => Promise<OpenedScanner>,
): void {
  describe(`${name} keeps the promises of a scanner`, () => {
    let opened: OpenedScanner
    let scanner: Scanner
    before(async () => {
      opened = await open()
      scanner = opened.scanner
    })
    after(() => until(() => opened.inUse() === 0))

    const verdictOf = async (content: Uint8Array, sizes?: readonly number[]) =>
      (await scan(scanner, content, sizes)).verdict

    for (const size of [0, 1, 67, 68, 69, 64 * KIB, 5 * MIB]) {
      test(`finds nothing in ${size} harmless bytes`, async () => {
        assert.deepEqual(await scan(scanner, noise(size)), { verdict: harmless })
      })
    }

    test('finds the test file and names it', async () => {
      const result = await scan(scanner, eicar())
      assert.equal(result.verdict, 'infected')
      assert.match(result.verdict === 'infected' ? result.signature : '', /eicar/i)
    })

    test('finds it however it is cut', async () => {
      for (let cut = 1; cut < eicar().length; cut += 1) {
        assert.equal(await verdictOf(eicar(), [cut, 100]), 'infected', `cut after ${cut}`)
      }
      assert.equal(await verdictOf(eicar(), [1]), 'infected')
      assert.equal(await verdictOf(eicar(), [0, 1, 0, 0, 66, 1]), 'infected')
    })

    test('finds it after harmless bytes and before some', async () => {
      const around = noise(3 * MIB)
      for (const at of [1, 67, 68, 64 * KIB - 30, 64 * KIB, MIB + 5, 3 * MIB]) {
        const content = Buffer.concat([around.subarray(0, at), eicar(), around.subarray(at)])
        assert.equal(await verdictOf(content), 'infected', `at ${at}, in chunks of 64 KiB`)
        assert.equal(await verdictOf(content, [content.length]), 'infected', `at ${at}, in one chunk`)
        assert.equal(await verdictOf(content, [999, 1, 50_001]), 'infected', `at ${at}, in odd chunks`)
      }
    })

    test('is not misled by most of the test file', async () => {
      const last = eicar().length - 1
      const parts = [eicar().subarray(0, last), Buffer.from('x'), eicar().subarray(1)]
      assert.equal(await verdictOf(Buffer.concat(parts)), harmless)
      assert.equal(await verdictOf(Buffer.concat(parts), [1]), harmless)
      assert.equal(await verdictOf(Buffer.concat(parts), [last, 1, 200]), harmless)
    })

    test('leaves the chunks to the caller, who may give them back at once', async () => {
      const content = Buffer.concat([randomBytes(2 * MIB), eicar(), randomBytes(2 * MIB)])
      const running = await scanner.open()
      for (let start = 0; start < content.length; start += 64 * KIB) {
        const chunk = new Uint8Array(content.subarray(start, start + 64 * KIB))
        const before = Buffer.from(chunk)
        const room = running.write(chunk)
        assert.ok(before.equals(chunk), 'a chunk was altered')
        chunk.fill(0)
        chunk.buffer.transfer(0)
        await room
      }
      assert.equal((await running.end()).verdict, 'infected')
      running.abort()
    })

    test('stops at an abort, at any time', async () => {
      for (const chunks of [0, 1, 40]) {
        const running = await scanner.open()
        for (let turn = 0; turn < chunks; turn += 1) await running.write(randomBytes(64 * KIB))
        running.abort()
        running.abort()
        await assert.rejects(async () => running.write(new Uint8Array(1)), ScanAborted)
        await assert.rejects(async () => running.end(), ScanAborted)
      }
      await until(() => opened.inUse() === 0)
    })

    test('an abort ends every wait', async () => {
      const running = await scanner.open()
      const waits: unknown[] = []
      for (let turn = 0; turn < 40; turn += 1) waits.push(running.write(randomBytes(64 * KIB)))
      waits.push(running.end())
      running.abort()
      await Promise.allSettled(waits)
      await until(() => opened.inUse() === 0)
    })

    test('keeps many scans apart', async () => {
      const results = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const padding = noise(index * 10 * KIB)
          return verdictOf(index % 2 ? Buffer.concat([padding, eicar()]) : padding, [4 * KIB])
        }),
      )
      assert.deepEqual(
        results,
        results.map((_, index) => (index % 2 ? 'infected' : harmless)),
      )
    })

    test('closed, it waits for nothing', async () => {
      const running = await scanner.open()
      const waits = [running.write(noise(MIB)), running.end()]
      scanner.close()
      for (const outcome of await Promise.allSettled(waits)) {
        assert.ok(outcome.status === 'fulfilled' || outcome.reason instanceof ScannerUnavailable)
      }
      await until(() => opened.inUse() === 0)
    })

    test('says that it can scan', () => scanner.check())
  })
}

/** Scans a file the way an upload does. */
async function scan(
  scanner: Scanner,
  content: Uint8Array,
  sizes: readonly number[] = [64 * KIB],
): Promise<ScanResult> {
  const running = await scanner.open()
  try {
    let position = 0
    for (let turn = 0; position < content.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1
      await running.write(content.subarray(position, position + size))
      position += size
    }
    return await running.end()
  } finally {
    running.abort()
  }
}

async function until(condition: () => boolean): Promise<void> {
  const stallTimeoutMs = Date.now() + 10_000
  while (!condition()) {
    assert.ok(Date.now() < stallTimeoutMs, 'waited 10 s')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
