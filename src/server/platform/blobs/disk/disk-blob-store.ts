import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { lstat, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import { BlobNotFound, type BlobStore } from '../blob-store.ts'
import { diskFailure, errorCode } from './disk-failure.ts'
import { diskLayout, readStoredName } from './disk-layout.ts'
import { openDiskStage, type Writers } from './disk-stage.ts'
import { readDiskBlob } from './read-disk-blob.ts'

/**
 * Keeps blobs as files under `folder`, which is made when it is missing. Only the owner may read them.
 * The clock dates stages and committed blobs.
 * @throws BlobStoreFailure when the folders cannot be made.
 */
export function openDiskBlobStore(options: { folder: string; clock: Clock }): BlobStore {
  const { clock } = options
  const layout = diskLayout(options.folder)
  try {
    for (const folder of [layout.staged, ...layout.stored])
      mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw diskFailure('make its folders', error)
  }

  const writers: Writers = { count: 0 }
  const stage: BlobStore['stage'] = (id) => openDiskStage(layout, id, clock, writers)

  async function* list(before: number): AsyncGenerator<string, void> {
    for (const folder of layout.stored) {
      for (const name of await names(folder)) {
        const id = readStoredName(name)
        const found = id && (await file(join(folder, name)))
        if (found && found.mtimeMs < before) yield id
      }
    }
  }

  return {
    provider: 'disk',
    stage,
    read: (id, start, end) => readDiskBlob(layout.storedFile(id), start, end),
    async size(id) {
      const found = await file(layout.storedFile(id))
      if (!found) throw new BlobNotFound()
      return found.size
    },
    async remove(id) {
      const path = layout.storedFile(id)
      try {
        await rm(path, { force: true })
      } catch (error) {
        throw diskFailure('remove', error)
      }
    },
    list,
    async sweepStages(before) {
      let swept = 0
      for (const name of await names(layout.staged)) {
        const path = join(layout.staged, name)
        const found = readStoredName(name) && (await file(path))
        if (!found || found.mtimeMs >= before) continue
        await rm(path, { force: true }).catch((error: unknown) => {
          throw diskFailure('sweep', error)
        })
        swept += 1
      }
      return swept
    },
    async freeSpace() {
      const { bavail, bsize } = await statfs(layout.staged).catch((error: unknown) => {
        throw diskFailure('look at its free space', error)
      })
      return bavail * bsize
    },
    async check() {
      const probe = await stage(randomBytes(16).toString('base64url'))
      try {
        await probe.write(new Uint8Array(1))
        await probe.end()
      } finally {
        await probe.abort()
      }
      await names(layout.stored[0] ?? layout.staged)
    },
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    throw diskFailure('list', error)
  }
}

/** Size and time of a plain file; undefined when it is not there. */
async function file(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  try {
    const found = await lstat(path)
    return found.isFile() ? found : undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw diskFailure('look at a blob', error)
  }
}
