import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { S3 } from '@aws-sdk/client-s3'
import { BlobNotFound, BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import { openS3BlobStore } from '#server/platform/blobs/s3/s3-blob-store.ts'
import { Budget } from '#server/platform/buffers/budget.ts'
import { blobStoreContract } from '#tests/contracts/blob-store.suite.ts'
import { type RealS3, realS3, realS3WithoutRoom } from '#tests/support/services/real-services.ts'

const settings = realS3()
const { bucket } = settings
const inspector = client(settings)
const budget = new Budget(64 * 1024 * 1024)

before(async () => {
  await inspector.createBucket({ Bucket: bucket })
})
after(() => inspector.destroy())

blobStoreContract('s3', async () => ({
  store: await openS3BlobStore({ ...settings, budget }),
  budget,
  // Connections that wait for their next request are not among these.
  inUse: () => process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length,
  countStages: async () => (await inspector.listMultipartUploads({ Bucket: bucket })).Uploads?.length ?? 0,
  close: async () => {},
}))

test('objects of others in the bucket are neither listed nor swept', async () => {
  const store = await openS3BlobStore({ ...settings, budget })
  const stage = await store.stage('a-blob-of-its-own')
  await stage.write(new Uint8Array(10))
  await stage.end()
  await stage.commit()
  const Key = 'reports/of-somebody-else'
  await inspector.putObject({ Bucket: bucket, Key, Body: 'x' })
  const { UploadId } = await inspector.createMultipartUpload({ Bucket: bucket, Key })
  const soon = Date.now() + 60_000
  const ids = await Array.fromAsync(store.list(soon))
  assert.ok(ids.length > 0)
  assert.ok(ids.every((id) => !id.includes('somebody')))
  assert.equal(await store.sweepStages(soon), 0)
  await inspector.abortMultipartUpload({ Bucket: bucket, Key, UploadId })
})

test('a missing bucket, a wrong key and a silent port are failures, and none reports a secret', async () => {
  const secret = 'a-secret-that-must-not-leak'
  const id = 'a-blob-that-is-not-there'
  for (const wrong of [
    { bucket: 'no-such-bucket' },
    { secretAccessKey: secret },
    { endpoint: 'http://127.0.0.1:9' },
  ]) {
    const store = await openS3BlobStore({ ...settings, ...wrong, budget })
    const stage = await store.stage(id)
    await stage.write(new Uint8Array(10))
    await stage.end()
    const calls = [
      () => store.check(),
      () => store.size(id),
      () => Array.fromAsync(store.read(id, 0, 1)),
      () => Array.fromAsync(store.list(0)),
      () => store.sweepStages(0),
      () => stage.commit(),
    ]
    for (const call of calls) {
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof BlobStoreFailure)
        assert.equal(error.cause, undefined)
        assert.ok(!`${error.stack}`.includes(secret))
        return true
      })
    }
    await stage.abort()
  }
})

test('a service without room counts as full, and the abort leaves nothing', async () => {
  const small = realS3WithoutRoom()
  const owner = client(small)
  await owner.createBucket({ Bucket: small.bucket })
  const store = await openS3BlobStore({ ...small, budget })
  for (const size of [2, 20]) {
    const id = `a-blob-that-is-too-large-${size}`
    const stage = await store.stage(id)
    await assert.rejects(
      async () => {
        await stage.write(new Uint8Array(size * 1024 * 1024))
        await stage.end()
        await stage.commit()
      },
      // A service may refuse a whole part by hanging up, before the client has read why.
      (error) => error instanceof BlobStoreFailure && (error.full || size > 8),
    )
    await stage.abort()
    await assert.rejects(store.size(id), BlobNotFound)
  }
  assert.deepEqual((await owner.listMultipartUploads({ Bucket: small.bucket })).Uploads ?? [], [])
  owner.destroy()
})

function client({ endpoint, region, accessKeyId, secretAccessKey }: RealS3): S3 {
  return new S3({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } })
}
