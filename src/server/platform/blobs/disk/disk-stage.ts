import { open, rename, rm } from 'node:fs/promises'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { releaseBuffer } from '../../buffers/release-buffer.ts'
import type { Clock } from '../../clock.ts'
import { type BlobStage, BlobStoreFailure } from '../blob-store.ts'
import { PieceQueue } from '../chunk-queue.ts'
import { diskFailure } from './disk-failure.ts'
import type { DiskLayout } from './disk-layout.ts'
import { syncFolder } from './sync-folder.ts'
import { writeWhole } from './write-whole.ts'

const mebibyte = 1024 * 1024
/** Bytes and pieces of one write; 1024 is what Linux takes in one system call. */
const batch = { bytes: 2 * mebibyte, pieces: 1024 }
/**
 * Bytes that may wait for the disk. Of one stage twice what a socket gives in one turn of the event loop, so that one turn's
 * pieces are written while the next arrive; less when many are written, down to `least`, because all of it is in memory.
 */
const waiting = { ofOne: 4 * mebibyte, ofAll: 32 * mebibyte, least: mebibyte }

/** How many stages of a store are being written to. */
export type Writers = { count: number }

/**
 * Opens the staged file of a new blob and writes what comes, one write at a time. Pieces are given back as
 * soon as they are written.
 * @throws BlobStoreFailure when the file cannot be made. RangeError for a bad id.
 */
export async function openDiskStage(
  layout: DiskLayout,
  id: string,
  clock: Clock,
  writers: Writers,
): Promise<BlobStage> {
  const stagedFile = layout.stagedFile(id)
  const storedFile = layout.storedFile(id)
  const handle = await open(stagedFile, 'wx', 0o600).catch((error: unknown) => {
    throw diskFailure('open a stage', error)
  })
  const queue = new PieceQueue(() =>
    Math.max(waiting.least, Math.min(waiting.ofOne, waiting.ofAll / writers.count)),
  )
  let writing: Promise<void> | undefined
  let committing: Promise<void> | undefined
  let discarding: Promise<void> | undefined
  let committed = false

  async function writeQueued(): Promise<void> {
    writers.count += 1
    try {
      // What else comes in this turn of the event loop goes out in the same write.
      await endOfTurn()
      for (;;) {
        const pieces = queue.take(batch.bytes, batch.pieces)
        if (pieces.length === 0) break
        const bytes = await writeWhole(handle, pieces)
        for (const piece of pieces) releaseBuffer(piece)
        if (queue.failure) break
        queue.stored(bytes)
      }
    } catch (error) {
      queue.fail(diskFailure('write', error))
    } finally {
      writers.count -= 1
      writing = undefined
    }
  }

  async function commit(): Promise<void> {
    if (queue.failure) throw queue.failure
    try {
      const now = new Date(clock.now())
      await handle.utimes(now, now)
      await handle.sync()
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
    queue.fail(new BlobStoreFailure('The stage was aborted.'))
    await writing
    // A commit that failed may have come as far as the stored folder.
    const files = committing ? [stagedFile, storedFile] : [stagedFile]
    await Promise.allSettled([handle.close(), ...files.map((file) => rm(file, { force: true }))])
  }

  return {
    write(piece) {
      const room = queue.add(piece)
      if (!writing && queue.bytes > 0) writing = writeQueued()
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
