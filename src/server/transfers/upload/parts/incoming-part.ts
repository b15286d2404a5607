import { KIB } from '#contract/transfers/limits.ts'
import { type BlobPart, blobLength } from '#crypto/content/blob-header.ts'
import { collectBlob } from '#server/platform/blobs/database/collect-blob.ts'
import { joinOwned } from '#server/platform/buffers/join-owned.ts'
import type { Services } from '#server/platform/services.ts'
import { openSealedBlob, type SealedBlob } from '../../content/sealed-blob.ts'
import type { StoredSegment } from '../../model/transfers-table.ts'

/** Bytes that are kept before they are sealed. A part that never has more lies in the database. */
const maxHeld = 64 * KIB

/** Part kept of a file beside its content, while it comes. */
export type IncomingPart = {
  /** Bytes so far. */
  readonly size: number
  /** Takes the bytes for its own. Wait for the promise, if there is one, before the next call. */
  add(bytes: Uint8Array): Promise<void> | undefined
  /** Everything has been added: makes it durable, and gives the segment for the table. @throws BlobStoreFailure */
  commit(): Promise<StoredSegment>
  /** Drops what is not committed. Never rejects. */
  abort(): Promise<void>
  /** Removes what is committed and certainly has no row. Never rejects. */
  remove(): Promise<void>
}

/**
 * Takes a part of a file, sealed under the key of the file, in bounded memory. If nothing comes, nothing is opened, nor its key
 * asked for.
 */
export function incomingPart(
  { config, blobs }: Pick<Services, 'config' | 'blobs'>,
  fileKey: () => Promise<Uint8Array>,
  { fileId, part }: { readonly fileId: string; readonly part: BlobPart },
): IncomingPart {
  const place = { fileId, position: 0, part }
  let size = 0
  let held: Uint8Array[] = []
  let heldLength = 0
  let blob: SealedBlob | undefined

  async function flush(into: SealedBlob): Promise<void> {
    const bytes = joinOwned(held)
    held = []
    heldLength = 0
    await into.write(bytes)
  }
  async function flushToStore(): Promise<void> {
    blob ??= await openSealedBlob(blobs.default, await fileKey(), place)
    await flush(blob)
  }
  async function finish(into: SealedBlob): Promise<StoredSegment> {
    blob = into
    await flush(into)
    await into.end()
    await into.commit()
    return {
      file_id: fileId,
      part,
      position: 0,
      blob_id: into.blobId.toString('hex'),
      size,
      store: blobs.default.name,
      sealed_size: blobLength(size),
    }
  }
  return {
    get size() {
      return size
    },
    add(bytes) {
      held.push(bytes)
      heldLength += bytes.length
      size += bytes.length
      return heldLength > maxHeld ? flushToStore() : undefined
    },
    async commit() {
      if (blob || heldLength > maxHeld || !config.SMALL_FILES_IN_DATABASE)
        return finish(blob ?? (await openSealedBlob(blobs.default, await fileKey(), place)))
      const small = collectBlob()
      const segment = await finish(await openSealedBlob(small, await fileKey(), place))
      return { ...segment, store: 'database', content: small.content() }
    },
    async abort() {
      await blob?.abort()
    },
    async remove() {
      await blob?.remove()
    },
  }
}
