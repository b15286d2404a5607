import type { StoreName } from '../../schema/store-names.ts'
import { BlobNotFound, BlobStoreFailure, type StoredBlobs } from './blob-store.ts'

/** Gives the store in which the row of a blob says that it lies, or undefined without a row. */
export type StoreOf = (id: string) => Promise<StoreName | undefined>

/**
 * Reads blobs of a store, and goes on in their new one where they are moved meanwhile: a download may have begun before.
 * @param elsewhere the store of that name
 */
export function followMoves(
  store: StoredBlobs,
  storeOf: StoreOf,
  elsewhere: (name: StoreName) => StoredBlobs,
): StoredBlobs {
  /** @throws the error, where the blob lies where it was looked for */
  async function moved(id: string, error: unknown): Promise<StoredBlobs> {
    if (!(error instanceof BlobNotFound || error instanceof BlobStoreFailure)) throw error
    const name = await storeOf(id)
    if (name === undefined || name === store.name) throw error
    return elsewhere(name)
  }
  return {
    name: store.name,
    async *read(id, start, end) {
      let position = start
      try {
        for await (const chunk of store.read(id, start, end)) {
          position += chunk.length
          yield chunk
        }
      } catch (error) {
        yield* (await moved(id, error)).read(id, position, end)
      }
    },
    async size(id) {
      try {
        return await store.size(id)
      } catch (error) {
        return (await moved(id, error)).size(id)
      }
    },
    remove: (id) => store.remove(id),
  }
}
