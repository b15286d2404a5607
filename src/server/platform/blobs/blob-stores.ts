import { type BlobStore, BlobStoreFailure, type StoreName } from './blob-store.ts'

/** The stores of a service, by name. Rows name the store of their blob, new blobs go to the default. */
export type BlobStores = {
  readonly default: BlobStore
  readonly all: readonly BlobStore[]
  /** @throws BlobStoreFailure for a store that is not configured */
  store(name: StoreName): BlobStore
}

/** @param first the default */
export function createBlobStores(first: BlobStore, ...others: readonly BlobStore[]): BlobStores {
  const all = [first, ...others]
  return {
    default: first,
    all,
    store(name) {
      const found = all.find((store) => store.name === name)
      if (!found) throw new BlobStoreFailure(`The store "${name}" is not configured.`)
      return found
    },
  }
}
