import { randomBytes } from 'node:crypto'
import { blobHeader, blobIdLength, contentContext } from '#crypto/blob-header.ts'
import { createSealer } from '#crypto/seal-content.ts'
import type { BlobStore } from '#server/platform/blobs/blob-store.ts'
import type { ByteSink } from '#server/platform/buffers/byte-sink.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'

/** A blob being written: plaintext goes in and is sealed before it is written anywhere. */
export type SealedBlob = ByteSink & {
  readonly blobId: Buffer
  /** Plaintext bytes taken so far. */
  readonly size: number
  /** Call once, after `end`. The blob is durable when this resolves. */
  commit(): Promise<void>
  /** Drops everything, the committed blob included. Never rejects; what could not be removed is left to the sweep. */
  abort(): Promise<void>
}

/**
 * Opens a new blob of a file. Each has a random id and a message of its own, so one file key may seal several.
 * @throws BlobStoreFailure
 */
export async function openSealedBlob(
  blobs: BlobStore,
  fileKey: Uint8Array,
  fileId: string,
): Promise<SealedBlob> {
  const blobId = randomBytes(blobIdLength)
  const name = blobId.toString('hex')
  const header = blobHeader(blobId)
  const sealer = createSealer(fileKey, contentContext(header, fileId))
  const stage = await blobs.stage(name)
  let size = 0
  let committed = false

  function pass(pieces: readonly Uint8Array[]): Promise<void> | undefined {
    let wait: Promise<void> | undefined
    for (const piece of pieces) wait = stage.write(piece) ?? wait
    return wait
  }
  await pass([header, sealer.preamble])

  return {
    blobId,
    get size() {
      return size
    },
    write(piece) {
      size += piece.length
      const sealed = sealer.update(piece)
      releaseBuffer(piece)
      return pass(sealed)
    },
    async end() {
      await pass(sealer.final())
      await stage.end()
    },
    async commit() {
      await stage.commit()
      committed = true
    },
    async abort() {
      await stage.abort()
      if (committed) await blobs.remove(name).catch(() => {})
    },
  }
}
