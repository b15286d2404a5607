import { s3FaultSuite } from '#tests/contracts/s3-faults.suite.ts'
import { startS3Stub } from '#tests/support/services/s3-stub.ts'

s3FaultSuite('S3 service', async () => {
  const stub = await startS3Stub()
  return {
    settings: stub.settings,
    countBlobs: async () => [...stub.objects.keys()].filter((key) => key.startsWith('blobs/')).length,
    countUploads: async () => stub.countUploads(),
    close: () => stub[Symbol.asyncDispose](),
  }
})
