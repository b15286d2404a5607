import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { StoredBlobs } from '#server/platform/blobs/blob-store.ts'
import type { Services } from '#server/platform/services.ts'
import { hashFile, readBlobLines } from '../backup-files.ts'
import { type BlobLine, backupFolder, layout } from '../backup-layout.ts'
import { listBackups, readManifest } from '../backups.ts'

/**
 * The line of a backup about a blob, which is read from the store.
 * @param options.size its bytes, where they are known
 * @param options.pace is called with the bytes of each step, and resolves when the next may follow
 * @throws BlobNotFound, BlobStoreFailure
 */
export async function hashBlob(
  blobs: StoredBlobs,
  id: string,
  options: { readonly size?: number; readonly pace?: (bytes: number) => Promise<void> } = {},
): Promise<BlobLine> {
  const size = options.size ?? (await blobs.size(id))
  const hash = createHash('sha256')
  for await (const chunk of blobs.read(id, 0, size)) {
    hash.update(chunk)
    await options.pace?.(chunk.length)
  }
  return { id, store: blobs.name, size, sha256: hash.digest('hex') }
}

/** Lines of the last usable backup about blobs. Its list is read once, so ids have to be asked for in their order. */
type LastLines = AsyncDisposable & {
  /** Undefined for a blob that it doesn't name. */
  find(id: string): Promise<BlobLine | undefined>
}

type Needs = Pick<Services, 'config' | 'clock' | 'database' | 'engine' | 'log'>

/** Finds nothing if no complete backup has its list as it was made. */
export async function openLastLines(services: Needs): Promise<LastLines> {
  const path = await findLastList(services)
  const lines = path === undefined ? undefined : readBlobLines(path)
  let next = await lines?.next()
  return {
    async find(id) {
      while (next && !next.done && next.value.id < id) next = await lines?.next()
      return next && !next.done && next.value.id === id ? next.value : undefined
    },
    async [Symbol.asyncDispose]() {
      await lines?.return()
    },
  }
}

/** The list of the latest complete backup, of those whose list is what it was: a wrong one would blame good blobs. */
async function findLastList(services: Needs): Promise<string | undefined> {
  for (const { name } of await listBackups(services)) {
    const backup = join(backupFolder(services.config), name)
    const made = await readManifest(backup)
    if (typeof made === 'string') continue
    const path = join(backup, layout.blobs)
    // guard: list of the last backup as it was made -> tests/long/cli/damaged-backups.test.ts "is passed over where its list"
    //   (await hashFile(path)) === made.blobs.sha256 becomes true
    if ((await hashFile(path)) === made.blobs.sha256) return path
    services.log.warn(
      `the list of blobs of the backup ${name} is missing or damaged, and an earlier one is used`,
    )
  }
  return undefined
}
