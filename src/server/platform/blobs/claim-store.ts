import { StartRefused } from '../../config/config.ts'
import type { Database } from '../database/database.ts'
import { type BlobStore, BlobStoreFailure } from './blob-store.ts'
import type { BlobStores } from './blob-stores.ts'

/**
 * Makes a store belong to a service, or finds out that it belongs to another. A service whose database does not know
 * the blobs of a store would take them for orphans: nothing may be removed from a foreign one.
 * @param serviceId random, formed like a blob id, kept in the database
 * @returns `foreign` when the store holds the identity of another service
 * @throws BlobStoreFailure when the store cannot be asked, or its identity is damaged
 */
export async function claimStore(store: BlobStore, serviceId: string): Promise<'ok' | 'foreign'> {
  const found = await store.readIdentity()
  if (found !== undefined) return found === serviceId ? 'ok' : 'foreign'
  await store.writeIdentity(serviceId)
  // Another service may have been faster.
  return (await store.readIdentity()) === serviceId ? 'ok' : 'foreign'
}

/**
 * Makes every store of a service its own at the start. Refuses a database and a store of different services: the sweep of one
 * would take the blobs of the other for orphans.
 * @param takeOver takes a store over from another service: for a restore, when that service is gone
 * @throws StartRefused when a store belongs to another service, holds blobs and no identity, or cannot be asked
 */
export async function claimStores(stores: BlobStores, database: Database, takeOver: boolean): Promise<void> {
  const { id } = await database.selectFrom('service').select('id').executeTakeFirstOrThrow()
  for (const store of stores.all) {
    try {
      if (takeOver) await store.writeIdentity(id, true)
      // guard: store with blobs of nobody -> tests/http/operations/foreign-stores.test.ts "does not start with an empty one"
      //   drops (await mayClaim(store)) &&
      // guard: store of another service -> tests/http/downloads/sweep.test.ts "of another service"
      //   (await claimStore(store, id)) === 'ok' becomes (await claimStore(store, id)) !== undefined
      const isOwn = (await mayClaim(store)) && (await claimStore(store, id)) === 'ok'
      if (isOwn) continue
    } catch (error) {
      if (!(error instanceof BlobStoreFailure)) throw error
      const advice =
        store.name === 's3' ? 'Check the S3 settings, and that the bucket is there.' : 'Check DATA_DIR.'
      throw new StartRefused(`The store "${store.name}" cannot be used: ${error.message} ${advice}`, {
        cause: error,
      })
    }
    throw new StartRefused(
      `The store "${store.name}" belongs to another service than the database, or to an unknown one. Check DATA_DIR, DATABASE_URL and S3_BUCKET. ` +
        'After losing the database, bring it back with "restante restore --take-over".',
    )
  }
}

/** Whether a store has an identity, or no blobs yet: blobs of an unknown service must not be removed. */
export async function mayClaim(store: BlobStore): Promise<boolean> {
  if ((await store.readIdentity()) !== undefined) return true
  for await (const _ of store.list(Number.POSITIVE_INFINITY)) return false
  return true
}
