import type { StoreName } from '../../schema/store-names.ts'
import { type BlobStore, BlobStoreFailure, type StoredBlobs } from './blob-store.ts'
import { followMoves, type StoreOf } from './follow-moves.ts'

/**
 * The stores of a service's blobs. Rows name the store of their blob; new ones go to the default store, and small ones into the
 * database, with their rows: see docs/decisions/0018-small-files.md.
 */
export type BlobStores = {
  readonly default: BlobStore
  /** The stores beside the database, which need looking after. */
  readonly all: readonly BlobStore[]
  /**
   * Reads and removes the blobs of a store, also those that are moved meanwhile; see followMoves.
   * @throws BlobStoreFailure for a store that is not configured
   */
  store(name: StoreName): StoredBlobs
  has(name: StoreName): boolean
}

/**
 * @param database the blobs that lie there
 * @param storeOf says where a blob lies now
 * @param first the default
 */
export function createBlobStores(
  database: StoredBlobs,
  storeOf: StoreOf,
  first: BlobStore,
  ...others: readonly BlobStore[]
): BlobStores {
  const all = [first, ...others]
  const stores = [database, ...all.map((store) => followMoves(store, storeOf, named))]
  const find = (name: StoreName) => stores.find((one) => one.name === name)
  function named(name: StoreName): StoredBlobs {
    const found = find(name)
    if (!found) throw new BlobStoreFailure(`The store "${name}" is not configured.`)
    return found
  }
  return {
    default: first,
    all,
    store: named,
    has: (name) => find(name) !== undefined,
  }
}
