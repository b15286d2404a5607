import type { StoreName } from '../../schema/store-names.ts'
import { BlobNotFound, type BlobPlace, BlobStoreFailure } from './blob-store.ts'

/** Gives the store in which the row of a blob says that it lies, or undefined without a row. */
export type StoreOf = (id: string) => Promise<StoreName | undefined>

/**
 * Reads blobs of a place, and goes on at their new one where they are moved meanwhile: a download may have begun before.
 * @param elsewhere the place of that name
 */
export function followMoves(
  place: BlobPlace,
  storeOf: StoreOf,
  elsewhere: (name: StoreName) => BlobPlace,
): BlobPlace {
  /** @throws the error, where the blob lies where it was looked for */
  async function moved(id: string, error: unknown): Promise<BlobPlace> {
    if (!(error instanceof BlobNotFound || error instanceof BlobStoreFailure)) throw error
    const store = await storeOf(id)
    if (store === undefined || store === place.name) throw error
    return elsewhere(store)
  }
  return {
    name: place.name,
    async *read(id, start, end) {
      let position = start
      try {
        for await (const chunk of place.read(id, start, end)) {
          position += chunk.length
          yield chunk
        }
      } catch (error) {
        yield* (await moved(id, error)).read(id, position, end)
      }
    },
    async size(id) {
      try {
        return await place.size(id)
      } catch (error) {
        return (await moved(id, error)).size(id)
      }
    },
    remove: (id) => place.remove(id),
  }
}
