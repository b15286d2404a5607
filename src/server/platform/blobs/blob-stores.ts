import type { StoreName } from '../../schema/store-names.ts'
import { type BlobPlace, type BlobStore, BlobStoreFailure } from './blob-store.ts'

/**
 * The stores of a service's blobs. Rows name the place of their blob; new ones go to the default store, and small ones into the
 * database, with their rows: see docs/decisions/0018-small-files.md.
 */
export type BlobStores = {
  readonly default: BlobStore
  /** The stores beside the database, which need looking after. */
  readonly all: readonly BlobStore[]
  /** @throws BlobStoreFailure for a store that is not configured */
  place(name: StoreName): BlobPlace
  has(name: StoreName): boolean
}

/**
 * @param database the blobs that lie there
 * @param first the default
 */
export function createBlobStores(
  database: BlobPlace,
  first: BlobStore,
  ...others: readonly BlobStore[]
): BlobStores {
  const all = [first, ...others]
  const find = (name: StoreName) => [database, ...all].find((place) => place.name === name)
  return {
    default: first,
    all,
    place(name) {
      const found = find(name)
      if (!found) throw new BlobStoreFailure(`The store "${name}" is not configured.`)
      return found
    },
    has: (name) => find(name) !== undefined,
  }
}
