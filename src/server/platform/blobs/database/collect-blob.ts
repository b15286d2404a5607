import { joinOwned } from '../../buffers/join-owned.ts'
import { type BlobStage, type BlobStore, BlobStoreFailure } from '../blob-store.ts'

/** Stands for a store while one small blob is written: it is kept in memory until its rows are. */
type CollectedBlob = Pick<BlobStore, 'stage' | 'remove'> & {
  /** The bytes written, in memory of their own. To be called once, when the stage has ended. */
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
      chunks.push(chunk)
      return undefined
    },
    end: assertOpen,
    commit: assertOpen,
    async abort() {
      aborted = true
      chunks = []
    },
  }
  return { stage: async () => stage, remove: async () => {}, content: () => joinOwned(chunks) }
}
