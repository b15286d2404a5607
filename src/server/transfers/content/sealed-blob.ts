import { type BlobPart, blobHeader, blobIdLength, contentContext } from '#crypto/content/blob-header.ts'
import { createSealer } from '#crypto/content/seal-content.ts'
import { smallRandom } from '#crypto/random-bytes.ts'
import type { BlobStore } from '#server/platform/blobs/blob-store.ts'
import type { ByteSink } from '#server/platform/buffers/byte-sink.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'
import { writeAll } from '#server/platform/buffers/write-all.ts'

/** A blob being written: plaintext goes in and is sealed before it is written anywhere. */
export type SealedBlob = ByteSink & {
  readonly blobId: Buffer
  /** Plaintext bytes taken so far. */
  readonly size: number
  /** Call once, after `end`. The blob is durable when this resolves. */
  commit(): Promise<void>
  /** Drops what is not committed. Never rejects. */
  abort(): Promise<void>
  /**
   * Removes the committed blob, when its row certainly does not exist. Never rejects: what could not be removed is left
   * to the sweep.
   */
  remove(): Promise<void>
}

/** The segment that a blob holds: `position` of a part of a file, by default its content. */
type SegmentContext = { readonly fileId: string; readonly position: number; readonly part?: BlobPart }

/**
 * Opens a new blob of a file. Each has a random id and a message of its own, so one file key may seal several.
 * @throws BlobStoreFailure
 */
export async function openSealedBlob(
  blobs: Pick<BlobStore, 'stage' | 'remove'>,
  fileKey: Uint8Array,
  { fileId, position, part }: SegmentContext,
): Promise<SealedBlob> {
  const blobId = smallRandom(blobIdLength)
  const name = blobId.toString('hex')
  const header = blobHeader(blobId)
  const sealer = createSealer(fileKey, contentContext(header, fileId, position, part))
  const stage = await blobs.stage(name).catch((error: unknown) => {
    sealer[Symbol.dispose]()
    throw error
  })
  let size = 0
  let committed = false

  try {
    await writeAll(stage, [header, sealer.preamble])
  } catch (error) {
    sealer[Symbol.dispose]()
    await stage.abort()
    throw error
  }

  return {
    blobId,
    get size() {
      return size
    },
    write(chunk) {
      size += chunk.length
      const sealed = sealer.update(chunk)
      releaseBuffer(chunk)
      return stage.write(sealed)
    },
    async end() {
      await stage.write(sealer.final())
      await stage.end()
    },
    async commit() {
      await stage.commit()
      committed = true
    },
    async abort() {
      sealer[Symbol.dispose]()
      if (!committed) await stage.abort()
    },
    async remove() {
      if (committed) await blobs.remove(name).catch(() => {})
    },
  }
}

/** A sealed blob that is opened, and its key asked for, with the first byte, or at the end where there is none. */
export function sealLater(
  blobs: Pick<BlobStore, 'stage' | 'remove'>,
  fileKey: () => Promise<Uint8Array>,
  segment: SegmentContext,
): SealedBlob {
  let opening: Promise<SealedBlob> | undefined
  let opened: SealedBlob | undefined
  async function obtain(): Promise<SealedBlob> {
    opening ??= fileKey().then((key) => openSealedBlob(blobs, key, segment))
    opened = await opening
    return opened
  }
  function present(): SealedBlob {
    if (!opened) throw new Error('the blob has not been opened')
    return opened
  }
  return {
    get blobId() {
      return present().blobId
    },
    get size() {
      return present().size
    },
    write: (chunk) => (opened ? opened.write(chunk) : obtain().then((blob) => blob.write(chunk))),
    end: async () => (await obtain()).end(),
    commit: () => present().commit(),
    async abort() {
      // A blob that did not open has nothing to drop.
      const blob = await opening?.catch(() => undefined)
      await blob?.abort()
    },
    async remove() {
      await opened?.remove()
    },
  }
}
