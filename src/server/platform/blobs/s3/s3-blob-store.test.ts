import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Budget } from '#server/platform/buffers/budget.ts'
import { blobStoreContract } from '#tests/contracts/blob-store.suite.ts'
import { noise } from '#tests/support/services/noise.ts'
import { startS3Faults } from '#tests/support/services/s3-faults.ts'
import { startS3Stub } from '#tests/support/services/s3-stub.ts'
import { openS3BlobStore } from './s3-blob-store.ts'

// tests/real-services has the same with a real service.
blobStoreContract('s3', async () => {
  const stub = await startS3Stub()
  const budget = new Budget(64 * 1024 * 1024)
  return {
    store: await openS3BlobStore({ ...stub.settings, budget }),
    budget,
    inUse: () => process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length,
    countStages: async () => stub.countUploads(),
    close: () => stub[Symbol.asyncDispose](),
  }
})

const MIB = 1024 * 1024

for (const [operation, bytes] of [
  ['part', noise(16 * MIB)],
  ['put', noise(8 * MIB - 1)],
] as const) {
  test(`a "${operation}" that was refused before it was read is whole on its way, although the next attempt succeeded`, async () => {
    await using stub = await startS3Stub()
    await using faults = await startS3Faults(stub.settings.endpoint)
    const { endpoint } = faults
    const store = await openS3BlobStore({ ...stub.settings, endpoint, budget: new Budget(64 * MIB) })
    faults.setFault((called) => (called === operation && faults.unread.length === 0 ? 'unread' : undefined))
    const id = 'refused-before-it-was-read'
    const stage = await store.stage(id)
    for (let at = 0; at < bytes.length; at += MIB)
      await stage.write(Buffer.from(bytes.subarray(at, at + MIB)))
    await stage.end()
    await stage.commit()
    // Memory freed too early belongs to these buffers now.
    const others = Array.from({ length: 8 }, () => Buffer.alloc(8 * MIB, 1))
    const [refused] = faults.unread
    assert.ok(refused)
    const sent = Buffer.concat(await refused.toArray())
    assert.ok(sent.equals(bytes.subarray(0, Number(refused.headers['content-length']))))
    const stored = Buffer.concat(await Array.fromAsync(store.read(id, 0, bytes.length)))
    assert.ok(stored.equals(bytes))
    assert.equal(others.length, 8)
  })
}

test('several services share a bucket by their prefixes, and ask for encryption at the service', async () => {
  await using stub = await startS3Stub()
  const budget = new Budget(64 * MIB)
  const open = (prefix?: string) =>
    openS3BlobStore({ ...stub.settings, prefix, encryption: 'AES256', budget })
  const stores = [await open(), await open('team/one'), await open('team/two')]
  for (const [index, store] of stores.entries()) {
    const stage = await store.stage(`blob-of-a-service-${index}`)
    await stage.write(Buffer.alloc(9 * MIB, index))
    await stage.end()
    await stage.commit()
    await store.writeIdentity(`identity-of-service-${index}`)
  }
  for (const [index, store] of stores.entries()) {
    assert.deepEqual(await Array.fromAsync(store.list(Number.POSITIVE_INFINITY)), [
      `blob-of-a-service-${index}`,
    ])
    assert.equal(await store.readIdentity(), `identity-of-service-${index}`)
  }
  assert.ok(stub.objects.has('team/one/blobs/blob-of-a-service-1'))
  assert.ok(stub.objects.has('team/one/restante-identity'))
  assert.deepEqual([...stub.encryptions], ['AES256'])
})
