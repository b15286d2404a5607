import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreName } from '../../schema/store-names.ts'
import { BlobNotFound, BlobStoreFailure, type StoredBlobs } from './blob-store.ts'
import { followMoves } from './follow-moves.ts'

const content = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7])

/** A store that gives two bytes at a time, and fails before byte `failsAt`. */
function storeOfBytes(name: StoreName, failsAt: number, failure: Error = new BlobNotFound()): StoredBlobs {
  return {
    name,
    async *read(_id, start, end) {
      for (let at = start; at < end; at += 2) {
        if (at >= failsAt) throw failure
        yield content.slice(at, Math.min(at + 2, end))
      }
    },
    async size() {
      if (failsAt === 0) throw failure
      return content.length
    },
    async remove() {},
  }
}

async function readAll(of: StoredBlobs): Promise<number[]> {
  const bytes: number[] = []
  for await (const chunk of of.read('id', 1, 8)) bytes.push(...chunk)
  return bytes
}

const whole = storeOfBytes('s3', Number.POSITIVE_INFINITY)

test('a blob that is moved while it is read is read on where it lies by then', async () => {
  for (const failsAt of [0, 3]) {
    const following = followMoves(
      storeOfBytes('disk', failsAt),
      async () => 's3',
      () => whole,
    )
    assert.deepEqual(await readAll(following), [1, 2, 3, 4, 5, 6, 7])
    assert.equal(await following.size('id'), 8)
  }
})

test('a blob that is lost where it lies, or has no row, is lost', async () => {
  for (const store of ['disk', undefined] as const) {
    const following = followMoves(
      storeOfBytes('disk', 3),
      async () => store,
      () => whole,
    )
    await assert.rejects(readAll(following), BlobNotFound)
  }
  const broken = new BlobStoreFailure('away')
  const following = followMoves(
    storeOfBytes('disk', 0, broken),
    async () => 'disk',
    () => whole,
  )
  await assert.rejects(following.size('id'), broken)
})
