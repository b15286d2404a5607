import type { BlobStore } from './blob-store.ts'

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
