import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { Budget } from '../buffers/budget.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../time/clock.ts'
import { type BlobStores, createBlobStores } from './blob-stores.ts'
import { openDatabaseBlobs } from './database/database-blobs.ts'
import { openDiskBlobStore } from './disk/disk-blob-store.ts'
import { openS3BlobStore } from './s3/s3-blob-store.ts'

/** Memory for what waits to be stored, of all uploads together: 16 parts of S3, or 64 writes to the disk. */
const stagingBytes = 128 * 1024 * 1024

/**
 * Opens the configured stores. The default is S3 where there is a bucket, otherwise the disk. The disk stays open to read blobs
 * that were stored before there was a bucket.
 * @throws BlobStoreFailure
 */
export async function openStores(config: Config, clock: Clock, database: Database): Promise<BlobStores> {
  const small = openDatabaseBlobs(database)
  const budget = new Budget(stagingBytes)
  const folder = join(config.DATA_DIR, 'blobs')
  const { S3_BUCKET: bucket, S3_SERVER_SIDE_ENCRYPTION: encryption } = config
  if (bucket === undefined) return createBlobStores(small, openDiskBlobStore({ folder, clock, budget }))
  const s3 = await openS3BlobStore({
    bucket,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    prefix: config.S3_PREFIX,
    addressing: config.S3_ADDRESSING,
    encryption: encryption === 'off' ? undefined : encryption,
    budget,
  })
  return existsSync(folder)
    ? createBlobStores(small, s3, openDiskBlobStore({ folder, clock, budget }))
    : createBlobStores(small, s3)
}
