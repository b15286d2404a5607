import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { link, lstat, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder, syncFolderNow } from '#server/config/make-folder.ts'
import type { Budget } from '../../buffers/budget.ts'
import type { Clock } from '../../time/clock.ts'
import { keepForAMoment } from '../../time/keep-for-a-moment.ts'
import { BlobNotFound, type BlobStore, readIdentityText, requireBlobId } from '../blob-store.ts'
import { diskFailure, errorCode, readFailure } from './disk-files.ts'
import { type DiskLayout, diskLayout, readStoredName } from './disk-layout.ts'
import { openDiskStage } from './disk-stage.ts'
import { readDiskBlob } from './read-disk-blob.ts'

/**
 * Keeps blobs as files under `folder`, which is made when it is missing. Only the owner may read them.
 * The clock dates stages and committed blobs.
 * @param options.budget for what waits to be written
 * @throws BlobStoreFailure when the folders cannot be made.
 */
export function openDiskBlobStore(options: { folder: string; clock: Clock; budget: Budget }): BlobStore {
  const { clock, budget } = options
  const layout = diskLayout(options.folder)
  try {
    const made = [layout.staged, ...layout.stored].map((folder) =>
      mkdirSync(folder, { recursive: true, mode: 0o700 }),
    )
    for (const folder of [layout.staged, ...layout.stored])
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    // A blob whose folder is gone after a power cut is gone, too.
    if (made.some(Boolean))
      for (const folder of [layout.allStored, options.folder, dirname(options.folder)]) syncFolderNow(folder)
  } catch (error) {
    throw diskFailure('make its folders', error)
  }

  const stage: BlobStore['stage'] = (id) => openDiskStage({ layout, id, clock, budget })

  async function findFreeSpace(path: string): Promise<number> {
    const { bavail, bsize } = await statfs(path).catch((error: unknown) => {
      throw diskFailure('look at its free space', error)
    })
    return bavail * bsize
  }
  const freeSpace = keepForAMoment(findFreeSpace)

  /** Makes a blob durable and removes it: a disk that is gone can still list names that are in memory. */
  async function proveWorking(): Promise<void> {
    const id = randomBytes(16).toString('base64url')
    const probe = await stage(id)
    try {
      await probe.write(new Uint8Array(1))
      await probe.end()
      await probe.commit()
    } finally {
      await probe.abort()
      await rm(layout.storedFile(id), { force: true }).catch(() => {})
    }
  }

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
    name: 'disk',
    stage,
    async *read(id, start, end) {
      try {
        yield* readDiskBlob(layout.storedFile(id), start, end)
      } catch (error) {
        throw await readFailure(error, proveWorking)
      }
    },
    async size(id) {
      const path = layout.storedFile(id)
      const found = await file(path).catch(async (error: unknown) => {
        throw await readFailure(error, proveWorking)
      })
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
    sweepStages: createStageSweep(layout, clock),
    freeSpace: (when) => (when === 'now' ? findFreeSpace : freeSpace)(layout.staged),
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
    async readIdentity() {
      try {
        return readIdentityText(await readFile(layout.identity, 'latin1'))
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined
        throw diskFailure('read its identity', error)
      }
    },
    writeIdentity: (identity, replace = false) => writeIdentity(layout, options.folder, identity, replace),
  }
}

type Sighting = { readonly size: number; readonly mtimeMs: number; readonly at: number }

/**
 * Makes the sweep of stages. One goes when two sweeps have seen it the same: the times of its file are those of another clock,
 * of the system or a file server, which may differ from ours, or have been wrong.
 */
function createStageSweep(layout: DiskLayout, clock: Clock): BlobStore['sweepStages'] {
  let sightings = new Map<string, Sighting>()
  return async (before) => {
    const now = clock.now()
    const seen = new Map<string, Sighting>()
    let swept = 0
    for (const name of await names(layout.staged)) {
      const path = join(layout.staged, name)
      const found = readStoredName(name) && (await file(path))
      if (!found) continue
      const last = sightings.get(name)
      const isSame = last?.size === found.size && last.mtimeMs === found.mtimeMs && last.at <= now
      // guard: stage that is written to -> src/server/platform/blobs/disk/disk-blob-store.test.ts "outlives a clock that leaps"
      //   drops || !isSame
      if (!last || !isSame) seen.set(name, { size: found.size, mtimeMs: found.mtimeMs, at: now })
      else if (last.at >= before) seen.set(name, last)
      else {
        await rm(path, { force: true }).catch((error: unknown) => {
          throw diskFailure('sweep', error)
        })
        swept += 1
      }
    }
    sightings = seen
    return swept
  }
}

/** Writes it beside first: a link is made whole, or not at all where there is a file already. */
async function writeIdentity(
  layout: DiskLayout,
  folder: string,
  identity: string,
  replace: boolean,
): Promise<void> {
  requireBlobId(identity)
  const draft = `${layout.identity}.${randomBytes(16).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(identity, 'latin1')
      await file.sync()
    } finally {
      await file.close()
    }
    if (replace) await rename(draft, layout.identity)
    else
      await link(draft, layout.identity).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error
      })
    await syncFolder(folder)
  } catch (error) {
    throw diskFailure('write its identity', error)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
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
