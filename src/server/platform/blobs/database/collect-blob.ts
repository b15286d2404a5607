import { releaseBuffer } from '../../buffers/release-buffer.ts'
import { type BlobStage, BlobStoreFailure } from '../blob-store.ts'

/** A stage for a small blob, which is kept in memory until its rows are written. */
export type CollectedBlob = {
  readonly stage: BlobStage
  /** What was written, once the stage has ended. */
  content(): Uint8Array
}

export function collectBlob(): CollectedBlob {
  let chunks: Uint8Array[] = []
  let aborted = false
  async function assertOpen(): Promise<void> {
    if (aborted) throw new BlobStoreFailure('The stage was aborted.')
  }
  const stage: BlobStage = {
    write(chunk) {
      if (aborted) return assertOpen()
      // Chunks may share memory with much else.
      chunks.push(Uint8Array.from(chunk))
      releaseBuffer(chunk)
      return undefined
    },
    end: assertOpen,
    commit: assertOpen,
    async abort() {
      aborted = true
      chunks = []
    },
  }
  return { stage, content: () => Buffer.concat(chunks) }
}
