import type { StoreName } from '../../schema/store-names.ts'
import { type BlobPlace, type BlobStore, BlobStoreFailure } from './blob-store.ts'
import { followMoves, type StoreOf } from './follow-moves.ts'

/**
 * The stores of a service's blobs. Rows name the place of their blob; new ones go to the default store, and small ones into the
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
  place(name: StoreName): BlobPlace
  has(name: StoreName): boolean
}

/**
 * @param database the blobs that lie there
 * @param storeOf says where a blob lies now
 * @param first the default
 */
export function createBlobStores(
  database: BlobPlace,
  storeOf: StoreOf,
  first: BlobStore,
  ...others: readonly BlobStore[]
): BlobStores {
  const all = [first, ...others]
  const places = [database, ...all.map((store) => followMoves(store, storeOf, place))]
  const find = (name: StoreName) => places.find((one) => one.name === name)
  function place(name: StoreName): BlobPlace {
    const found = find(name)
    if (!found) throw new BlobStoreFailure(`The store "${name}" is not configured.`)
    return found
  }
  return {
    default: first,
    all,
    place,
    has: (name) => find(name) !== undefined,
  }
}
