import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import {
  BlobNotFound,
  type BlobStage,
  type BlobStore,
  BlobStoreFailure,
} from '#server/platform/blobs/blob-store.ts'
import { claimStore } from '#server/platform/blobs/claim-store.ts'
import type { Budget } from '#server/platform/buffers/budget.ts'

type OpenedBlobStore = {
  readonly store: BlobStore
  /** What the store was opened with, for nothing else. */
  readonly budget: Budget
  /** How many files or connections the store has in use now. */
  inUse(): number
  /** What is kept for stages that were neither committed nor aborted. */
  countStages(): Promise<number>
  close(): Promise<void>
}

const KIB = 1024
const MIB = 1024 * KIB
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** What every blob store promises. `open` gives an empty store. */
export function blobStoreContract(name: string, open: () => Promise<OpenedBlobStore>): void {
  describe(`${name} keeps the promises of a blob store`, () => {
    let opened: OpenedBlobStore
    let store: BlobStore
    before(async () => {
      opened = await open()
      store = opened.store
    })
    after(async () => {
      assert.equal(opened.budget.used, 0, 'the store keeps a share of the budget')
      await opened.close()
    })

    async function keep(content: Uint8Array, chunkSizes = oddSizes): Promise<string> {
      const id = newId()
      const stage = await store.stage(id)
      await writeAll(stage, content, chunkSizes)
      await stage.end()
      await stage.commit()
      return id
    }

    for (const size of [0, 1, 16 * KIB, 5 * MIB, 8 * MIB, 20 * MIB]) {
      test(`gives back ${size} bytes as they came`, async () => {
        const content = randomBytes(size)
        const id = await keep(content)
        assert.equal(await store.size(id), size)
        assertSame(await readAll(store, id, 0, size), content)
      })
    }

    test('takes one large buffer and many tiny ones', async () => {
      const content = randomBytes(17 * MIB)
      assertSame(await readAll(store, await keep(content, [17 * MIB]), 0, 17 * MIB), content)
      const short = content.slice(0, 30_000)
      assertSame(await readAll(store, await keep(short, [1, 0, 2, 7]), 0, 30_000), short)
    })

    test('frees a buffer that owns its memory and leaves shared memory alone', async () => {
      const shared = randomBytes(256 * KIB)
      const before = Buffer.from(shared)
      const own = new Uint8Array(64 * KIB)
      const id = newId()
      const stage = await store.stage(id)
      await stage.write(own)
      for (let start = 0; start < shared.byteLength; start += 64 * KIB) {
        await stage.write(shared.subarray(start, start + 64 * KIB))
      }
      await stage.end()
      await stage.commit()
      assert.equal(own.buffer.detached, true)
      assertSame(shared, before)
      assertSame(await readAll(store, id, 64 * KIB, MIB), before)
    })

    test('reads any range and stops where the blob ends', async () => {
      const content = randomBytes(5 * MIB)
      const id = await keep(content)
      const ranges = [
        [0, 88],
        [1, 2],
        [MIB - 1, 3 * MIB + 1],
        [5 * MIB - 7, 5 * MIB],
        [4 * MIB, 6 * MIB],
        [5 * MIB, 6 * MIB],
        [7 * MIB, 8 * MIB],
        [100, 100],
      ] as const
      for (const [start, end] of ranges) {
        assertSame(await readAll(store, id, start, end), content.subarray(start, end), `${start} to ${end}`)
      }
    })

    test('gives buffers that a reader may give back', async () => {
      const content = randomBytes(5 * MIB)
      const id = await keep(content)
      const received = Buffer.alloc(content.byteLength)
      let position = 0
      for await (const buffer of store.read(id, 0, content.byteLength)) {
        received.set(buffer, position)
        position += buffer.byteLength
        if (buffer.byteOffset === 0 && buffer.byteLength === buffer.buffer.byteLength)
          buffer.buffer.transfer(0)
      }
      assertSame(received, content)
    })

    test('shows nothing before the commit', async () => {
      const id = newId()
      const stage = await store.stage(id)
      const unseen = async () => {
        await assert.rejects(readAll(store, id, 0, 1), BlobNotFound)
        await assert.rejects(store.size(id), BlobNotFound)
        assert.ok(!(await listed(store, Date.now() + MINUTE)).includes(id))
      }
      await unseen()
      await writeAll(stage, randomBytes(9 * MIB))
      await unseen()
      await stage.end()
      await unseen()
      await stage.commit()
      assert.equal(await store.size(id), 9 * MIB)
    })

    test('frees everything when a reader stops early', async () => {
      const id = await keep(randomBytes(9 * MIB))
      const idle = opened.inUse()
      for (const stop of ['return', 'throw'] as const) {
        const buffers = store.read(id, 0, 9 * MIB)[Symbol.asyncIterator]()
        assert.ok(!(await buffers.next()).done)
        assert.ok(opened.inUse() > idle)
        if (stop === 'return') await buffers.return?.()
        else await assert.rejects(async () => buffers.throw?.(new RangeError('The reader failed.')))
        await until(() => opened.inUse() <= idle)
      }
    })

    test('leaves nothing of an aborted stage', async () => {
      const kept = await opened.countStages()
      const idle = opened.inUse()
      for (const size of [0, 1, 20 * MIB]) {
        for (const ended of [false, true]) {
          const id = newId()
          const stage = await store.stage(id)
          await writeAll(stage, randomBytes(size))
          if (ended) await stage.end()
          await Promise.all([stage.abort(), stage.abort()])
          await stage.abort()
          await assert.rejects(store.size(id), BlobNotFound)
          assert.equal(await opened.countStages(), kept)
          await assert.rejects(async () => stage.write(new Uint8Array(1)), BlobStoreFailure)
          await assert.rejects(stage.end(), BlobStoreFailure)
          await assert.rejects(stage.commit(), BlobStoreFailure)
          await assert.rejects(store.size(id), BlobNotFound)
        }
      }
      await until(() => opened.inUse() <= idle)
    })

    test('makes a fast writer wait, and an abort ends the wait', async () => {
      const kept = await opened.countStages()
      const id = newId()
      const stage = await store.stage(id)
      let room: Promise<void> | undefined
      let pending = 0
      while (!room) {
        room = stage.write(randomBytes(64 * KIB))
        pending += 64 * KIB
        assert.ok(pending <= 32 * MIB, 'the store takes more than 32 MiB at once')
      }
      await room
      assert.equal(stage.write(randomBytes(64 * KIB)), undefined)
      room = stage.write(randomBytes(32 * MIB))
      assert.ok(room)
      const waiting = room.then(
        () => 'settled',
        () => 'settled',
      )
      await stage.abort()
      assert.equal(await waiting, 'settled')
      assert.equal(await opened.countStages(), kept)
    })

    test('keeps a blob whose stage is aborted after the commit', async () => {
      const id = newId()
      const stage = await store.stage(id)
      await writeAll(stage, randomBytes(10))
      await stage.end()
      await stage.commit()
      await stage.abort()
      assert.equal(await store.size(id), 10)
    })

    test('takes several blobs at once', async () => {
      const contents = Array.from({ length: 6 }, (_, index) => randomBytes(index * 2 * MIB + index))
      const ids = await Promise.all(contents.map((content) => keep(content)))
      const read = await Promise.all(ids.map((id) => readAll(store, id, 0, 20 * MIB)))
      for (const [index, content] of contents.entries()) assertSame(read[index] ?? new Uint8Array(0), content)
    })

    test('keeps what waits in many stages within its budget, and stores all of it', async () => {
      const stages = 12
      const content = randomBytes(9 * MIB)
      const chunk = 64 * KIB
      const sources = await Promise.all(
        Array.from({ length: stages }, async () => {
          const id = newId()
          return { id, stage: await store.stage(id), position: 0 }
        }),
      )
      const writeNext = (source: (typeof sources)[number]) => {
        const bytes = new Uint8Array(content.subarray(source.position, source.position + chunk))
        source.position += bytes.byteLength
        return source.stage.write(bytes)
      }
      const waits = sources.map((source) => {
        let wait: Promise<void> | undefined
        while (!wait && source.position < content.byteLength) wait = writeNext(source)
        return wait
      })
      const taken = sources.reduce((sum, { position }) => sum + position, 0)
      assert.ok(opened.budget.used <= opened.budget.total)
      // Each takes a little without a share of the budget.
      assert.ok(taken <= opened.budget.total + stages * 2 * chunk, `${taken} bytes`)
      await Promise.all(
        sources.map(async (source, index) => {
          await waits[index]
          while (source.position < content.byteLength) await writeNext(source)
          await source.stage.end()
          await source.stage.commit()
        }),
      )
      for (const { id } of sources) {
        assertSame(await readAll(store, id, 0, content.byteLength), content)
        await store.remove(id)
      }
      assert.equal(opened.budget.used, 0)
    })

    test('a stage that waits for the budget can be aborted, and another goes on', async () => {
      const { budget } = opened
      const all = new AbortController()
      assert.equal(budget.acquire(budget.total, all.signal), undefined)
      const [id, other] = [newId(), newId()]
      const [waiting, next] = [await store.stage(id), await store.stage(other)]
      // What is small needs no share.
      await writeAll(next, randomBytes(60 * KIB), [KIB])
      const room = waiting.write(randomBytes(10 * MIB))?.then(
        () => 'settled',
        () => 'settled',
      )
      await waiting.abort()
      assert.equal(await room, 'settled')
      budget.release(budget.total)
      await writeAll(next, randomBytes(9 * MIB))
      await next.end()
      await next.commit()
      assert.equal(await store.size(other), 9 * MIB + 60 * KIB)
    })

    test('tells ids apart that differ only in case', async () => {
      const mixed = newId()
      const flipped = [...mixed]
        .map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
        .join('')
      for (const [id, byte] of [
        [mixed, 1],
        [flipped, 2],
      ] as const) {
        const stage = await store.stage(id)
        await writeAll(stage, Uint8Array.of(byte))
        await stage.end()
        await stage.commit()
      }
      assert.deepEqual([...(await readAll(store, mixed, 0, 1))], [1])
      assert.deepEqual([...(await readAll(store, flipped, 0, 1))], [2])
    })

    test('removes a blob, and once more', async () => {
      const id = await keep(randomBytes(100))
      await store.remove(id)
      await assert.rejects(store.size(id), BlobNotFound)
      await assert.rejects(readAll(store, id, 0, 1), BlobNotFound)
      assert.ok(!(await listed(store, Date.now() + MINUTE)).includes(id))
      await store.remove(id)
    })

    test('knows nothing of an unknown id', async () => {
      const id = newId()
      await assert.rejects(store.size(id), BlobNotFound)
      await assert.rejects(readAll(store, id, 0, 100), BlobNotFound)
      await assert.rejects(readAll(store, id, 0, 0), BlobNotFound)
      await store.remove(id)
    })

    test('refuses ids that are not url-safe names of 16 to 64 characters', async () => {
      for (const id of [
        '',
        'short',
        'a'.repeat(65),
        '../../../etc/passwd',
        'aaaaaaaa/aaaaaaaa',
        'aaaaaaaaaaaaaaaä',
      ]) {
        await assert.rejects(async () => store.stage(id), RangeError)
        await assert.rejects(async () => readAll(store, id, 0, 1), RangeError)
        await assert.rejects(async () => store.size(id), RangeError)
        await assert.rejects(async () => store.remove(id), RangeError)
      }
      const longest = newId().padEnd(64, '_')
      await (await store.stage(longest)).abort()
    })

    test('lists what was written before a time', async () => {
      const id = await keep(randomBytes(1))
      assert.ok((await listed(store, Date.now() + MINUTE)).includes(id))
      assert.ok(!(await listed(store, Date.now() - MINUTE)).includes(id))
    })

    test('sweeps stages that nobody writes to any more, and those only', async () => {
      const id = newId()
      const stage = await store.stage(id)
      await writeAll(stage, randomBytes(20 * MIB))
      await stage.end()
      const kept = await opened.countStages()
      assert.ok(kept > 0)
      assert.equal(await store.sweepStages(Date.now() - MINUTE), 0)
      assert.equal(await opened.countStages(), kept)
      assert.equal(await store.sweepStages(Date.now() + 2 * DAY), kept)
      assert.equal(await opened.countStages(), 0)
      await assert.rejects(stage.commit(), BlobStoreFailure)
      await stage.abort()
      await assert.rejects(store.size(id), BlobNotFound)
    })

    test('belongs to the first service that claims it', async () => {
      assert.equal(await store.readIdentity(), undefined)
      const services = [newId(), newId(), newId()]
      const claims = await Promise.all(services.map((service) => claimStore(store, service)))
      const owner = await store.readIdentity()
      assert.ok(owner !== undefined && services.includes(owner))
      for (const [index, service] of services.entries())
        assert.equal(claims[index], service === owner ? 'ok' : 'foreign')
      assert.equal(await claimStore(store, owner), 'ok')
      assert.equal(await claimStore(store, newId()), 'foreign')
      await store.writeIdentity(newId())
      assert.equal(await store.readIdentity(), owner)
      await assert.rejects(async () => store.writeIdentity('no identity'), RangeError)
    })

    test('keeps its identity apart from the blobs and their stages', async () => {
      const owner = newId()
      if ((await claimStore(store, owner)) === 'foreign') assert.ok(await store.readIdentity())
      const kept = await opened.countStages()
      const ids = await listed(store, Date.now() + MINUTE)
      assert.ok(ids.every((id) => id !== owner))
      for (const id of ids) await store.remove(id)
      await store.sweepStages(Date.now() + 2 * DAY)
      assert.equal(await opened.countStages(), kept)
      assert.ok(await store.readIdentity())
    })

    test('checks itself and leaves no trace of it', async () => {
      const kept = await opened.countStages()
      const ids = await listed(store, Date.now() + MINUTE)
      await store.check()
      assert.equal(await opened.countStages(), kept)
      assert.deepEqual(await listed(store, Date.now() + MINUTE), ids)
    })
  })
}

const oddSizes = [1, 16_400, 65_536, 99_991, 1_048_577, 3]

function newId(): string {
  return randomBytes(16).toString('base64url')
}

/** Writes copies, because a store gives the memory of its buffers back. */
async function writeAll(stage: BlobStage, content: Uint8Array, sizes = oddSizes): Promise<void> {
  let position = 0
  for (let turn = 0; position < content.byteLength; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    await stage.write(new Uint8Array(content.subarray(position, position + size)))
    position += size
  }
}

async function readAll(store: BlobStore, id: string, start: number, end: number): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(store.read(id, start, end)))
}

function listed(store: BlobStore, before: number): Promise<string[]> {
  return Array.fromAsync(store.list(before))
}

/** Compares without printing megabytes when they differ. */
function assertSame(actual: Uint8Array, expected: Uint8Array, what = 'bytes'): void {
  assert.equal(actual.byteLength, expected.byteLength, `${what}: length`)
  assert.ok(Buffer.compare(actual, expected) === 0, `${what}: content`)
}

/** Resolves when the condition holds; the test runner's own limit ends a wait without end. */
async function until(condition: () => boolean): Promise<void> {
  const stallTimeoutMs = Date.now() + 10_000
  while (!condition()) {
    assert.ok(Date.now() < stallTimeoutMs, 'waited 10 s')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
