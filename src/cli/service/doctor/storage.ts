import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#crypto/random-id.ts'
import { lookAt } from '#server/app/services.ts'
import type { Config } from '#server/config/config.ts'
import type { BlobStore } from '#server/platform/blobs/blob-store.ts'
import { mayClaim } from '#server/platform/blobs/claim-store.ts'
import type { Clock } from '#server/platform/time/clock.ts'
import type { Reader } from './database.ts'
import type { State } from './finding.ts'

const probeBytes = 1000
const mega = 1024 * 1024
const giga = 1024 * mega

/** Writes, reads and deletes a probe in each store, once they are known to be this service's. */
export async function checkStorage(
  config: Config,
  clock: Clock,
  tables: Reader | undefined,
): Promise<readonly [State, string]> {
  if (config.S3_BUCKET === undefined && !existsSync(join(config.DATA_DIR, 'blobs')))
    return ['note', 'The first start makes the folder blobs in DATA_DIR.']
  const stores = await lookAt.openPlaces(config, clock)
  const own = tables && (await tables.database.selectFrom('service').select('id').executeTakeFirst())
  for (const store of stores) {
    if (!(await isOwn(store, own?.id)))
      return [
        'stops',
        `The store "${store.name}" belongs to another service than the database: check DATA_DIR, DATABASE_URL and S3_BUCKET, or run restante restore --take-over after losing the database.`,
      ]
    await probe(store)
  }
  const names = stores.map(({ name }) => (name === 's3' ? `bucket ${config.S3_BUCKET}` : 'folder blobs'))
  return ['ok', `A probe was written, read and deleted in the ${names.join(' and the ')}.`]
}

/** Also one that the first start will take. */
async function isOwn(store: BlobStore, serviceId: string | undefined): Promise<boolean> {
  const found = await store.readIdentity()
  return found === undefined ? mayClaim(store) : found === serviceId
}

/** @throws BlobStoreFailure, and an error where other bytes come back */
async function probe(store: BlobStore): Promise<void> {
  const id = newId()
  const written = randomBytes(probeBytes)
  const stage = await store.stage(id)
  try {
    await stage.write(Buffer.from(written))
    await stage.end()
    await stage.commit()
    const read = Buffer.concat(await Array.fromAsync(store.read(id, 0, probeBytes)))
    if (!read.equals(written))
      throw new Error(`The store "${store.name}" gives other bytes than it was given.`)
  } finally {
    await stage.abort()
    await store.remove(id)
  }
}

/** Compares the free space of the data folder with what is kept. */
export async function checkSpace(config: Config): Promise<readonly [State, string]> {
  const { bavail, bsize, files, ffree } = await statfs(config.DATA_DIR)
  const free = bavail * bsize
  const [have, kept] = [sizeText(free), sizeText(config.FREE_SPACE_KEPT)]
  if (free < config.FREE_SPACE_KEPT)
    return [
      'mend',
      `DATA_DIR has ${have} free, less than FREE_SPACE_KEPT (${kept}), so uploads are refused: delete expired files in the admin area, or get a larger disk.`,
    ]
  if (files > 0 && ffree < files / 100)
    return ['mend', 'The disk of DATA_DIR has almost no inodes left: move it to a file system with more.']
  return ['ok', `DATA_DIR has ${have} free; uploads are refused below ${kept}.`]
}

function sizeText(bytes: number): string {
  return bytes < giga ? `${Math.round(bytes / mega)} MB` : `${(bytes / giga).toFixed(1)} GB`
}
