import { Budget } from '#server/platform/buffers/budget.ts'
import { blobStoreContract } from '#tests/contracts/blob-store.suite.ts'
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
