import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { StoreName } from '../../schema/store-names.ts'
import { Budget } from '../buffers/budget.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../time/clock.ts'
import type { BlobStore } from './blob-store.ts'
import { type BlobStores, createBlobStores } from './blob-stores.ts'
import { openDatabaseBlobs } from './database/database-blobs.ts'
import { openDiskBlobStore } from './disk/disk-blob-store.ts'
import { openS3BlobStore } from './s3/s3-blob-store.ts'

/** Memory for what waits to be stored, of all uploads together: 16 parts of S3, or 64 writes to the disk. */
const stagingBytes = 128 * 1024 * 1024

/**
 * Opens the configured stores. The default is S3 where there is a bucket, unless NEW_FILES says otherwise, else the disk. The
 * other one stays open to read the blobs that it has.
 * @throws BlobStoreFailure
 */
export async function openStores(config: Config, clock: Clock, database: Database): Promise<BlobStores> {
  const [first, ...others] = await openPlaces(config, clock)
  return createBlobStores(openDatabaseBlobs(database), (id) => findStore(database, id), first, ...others)
}

/** The stores beside the database, the default first. @throws BlobStoreFailure */
export async function openPlaces(
  config: Config,
  clock: Clock,
): Promise<[first: BlobStore, ...others: BlobStore[]]> {
  const budget = new Budget(stagingBytes)
  const folder = join(config.DATA_DIR, 'blobs')
  const { S3_BUCKET: bucket, S3_SERVER_SIDE_ENCRYPTION: encryption } = config
  if (bucket === undefined) return [openDiskBlobStore({ folder, clock, budget })]
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
  const isDiskDefault = config.NEW_FILES === 'disk'
  if (!isDiskDefault && !existsSync(folder)) return [s3]
  const disk = openDiskBlobStore({ folder, clock, budget })
  return isDiskDefault ? [disk, s3] : [s3, disk]
}

async function findStore(database: Database, id: string): Promise<StoreName | undefined> {
  const row = await database.selectFrom('blobs').select('store').where('id', '=', id).executeTakeFirst()
  return row?.store
}
