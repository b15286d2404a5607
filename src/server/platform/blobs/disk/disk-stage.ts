import { open, rename, rm } from 'node:fs/promises'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { syncFolder } from '#server/config/make-folder.ts'
import type { Budget } from '../../buffers/budget.ts'
import { releaseBuffer } from '../../buffers/release-buffer.ts'
import type { Clock } from '../../time/clock.ts'
import { type BlobStage, BlobStoreFailure } from '../blob-store.ts'
import { ChunkQueue } from '../chunk-queue.ts'
import { diskFailure, writeWhole } from './disk-files.ts'
import type { DiskLayout } from './disk-layout.ts'

/** Bytes and chunks of one write; 1024 is what Linux takes in one system call. */
const batch = { bytes: 2 * 1024 * 1024, chunks: 1024 }
/** In milliseconds. A stage may be open for hours without a byte, such as the index of an upload while a large file comes. */
const heartbeatInterval = 60_000

/**
 * Opens the staged file of a new blob and writes what comes, one write at a time: the chunks of one turn of the event loop
 * are written while the next arrive. Chunks are released as soon as they are written. While it is open, its file gets a new time
 * every minute, so that the sweep of no instance takes it for one without a writer.
 * @throws BlobStoreFailure when the file cannot be made. RangeError for a bad id.
 */
export async function openDiskStage({
  layout,
  id,
  clock,
  budget,
}: {
  layout: DiskLayout
  id: string
  clock: Clock
  budget: Budget
}): Promise<BlobStage> {
  const stagedFile = layout.stagedFile(id)
  const storedFile = layout.storedFile(id)
  const handle = await open(stagedFile, 'wx', 0o600).catch((error: unknown) => {
    throw diskFailure('open a stage', error)
  })
  const queue = new ChunkQueue(budget, batch.bytes)
  let writing: Promise<void> | undefined
  let committing: Promise<void> | undefined
  let discarding: Promise<void> | undefined
  let committed = false

  // If the store is away, the next write or the commit fails.
  // guard: heartbeat of an open stage -> tests/http/uploads/thumbnails.test.ts "sent nothing for it for long"
  //   void date().catch(() => {}) becomes undefined
  const heartbeat = setInterval(() => void date().catch(() => {}), heartbeatInterval).unref()

  function date(): Promise<void> {
    const now = new Date(clock.now())
    return handle.utimes(now, now)
  }

  /** Never rejects. */
  async function writeQueued(): Promise<void> {
    try {
      // Further chunks of this turn of the event loop go out in the same write.
      await endOfTurn()
      for (;;) {
        const chunks = queue.take(batch.bytes, batch.chunks)
        if (chunks.length === 0) break
        const bytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
        try {
          await writeWhole(handle, chunks)
        } finally {
          for (const chunk of chunks) releaseBuffer(chunk)
          queue.settle(bytes)
        }
      }
    } catch (error) {
      queue.fail(diskFailure('write', error))
    } finally {
      writing = undefined
    }
  }

  async function commit(): Promise<void> {
    if (queue.failure) throw queue.failure
    try {
      await date()
      await handle.sync()
      clearInterval(heartbeat)
      await handle.close()
      await rename(stagedFile, storedFile)
      await Promise.all([syncFolder(layout.storedFolder(id)), syncFolder(layout.staged)])
      committed = true
    } catch (error) {
      throw diskFailure('commit', error)
    }
  }

  async function discard(): Promise<void> {
    await committing?.catch(() => {})
    if (committed) return
    clearInterval(heartbeat)
    queue.fail(new BlobStoreFailure('The stage was aborted.'))
    await writing
    // A commit that failed may have come as far as the stored folder.
    const files = committing ? [stagedFile, storedFile] : [stagedFile]
    await Promise.allSettled([handle.close(), ...files.map((file) => rm(file, { force: true }))])
  }

  return {
    write(chunk) {
      const room = queue.add(chunk)
      if (!writing && queue.waiting > 0) writing = writeQueued()
      return room
    },
    async end() {
      await writing
      if (queue.failure) throw queue.failure
    },
    commit() {
      committing ??= commit()
      return committing
    },
    abort() {
      discarding ??= discard()
      return discarding
    },
  }
}
