import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { syncFolder } from '#server/config/make-folder.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { storeNames } from '#server/schema/store-names.ts'
import { blobsInUse } from '#server/transfers/content/blobs-in-use.ts'
import { readLines, writeDurably } from '../backup-files.ts'
import { type BlobLine, backupFolder, layout } from '../backup-layout.ts'
import { openLastLines } from './blob-lines.ts'
import { listBlob, type WaitingBlob } from './list-blob.ts'

/** Blobs read at the same time: each copy waits for the disk, which makes several durable in one go. */
const atOnce = 4

const waitingBlob = z.object({ id: z.string(), store: z.enum(storeNames), isMarked: z.boolean() })

/**
 * Notes which blobs transfers have that live or are held as evidence, in the order of their ids: a million of them are too many
 * for memory, and to read them takes longer than one moment of the database can be held.
 * @param path the folder of the backup
 * @param database at the moment of the backup
 */
export async function noteLiveBlobs(path: string, database: Database, now: number): Promise<void> {
  async function* lines() {
    for await (const { id, store, keptUntil, damagedAt } of blobsInUse(database)) {
      const blob: WaitingBlob = { id, store, isMarked: damagedAt !== null }
      if (keptUntil !== null && keptUntil > now) yield `${JSON.stringify(blob)}\n`
    }
  }
  await writeDurably(join(path, layout.waiting), lines())
}

type Listed = {
  /** Hex digest of the list. */
  readonly sha256: string
  readonly count: number
  readonly totalSize: number
  /** Ids of blobs that are missing or altered, and marked. */
  readonly damaged: readonly string[]
}

/**
 * Lists the blobs that were noted, with their checksums in the order of their ids, and copies those beside the backups that
 * are to be copied and are not there; see listBlob.
 * @param path the folder of the backup
 * @param withStores whether those of the stores are copied, and not those in the database alone
 */
export async function listBlobs(services: Services, path: string, withStores: boolean): Promise<Listed> {
  await using last = await openLastLines(services)
  const copies = join(backupFolder(services.config), layout.blobsFolder)
  const folders = new Set<string>()
  const damaged: string[] = []
  let [count, totalSize] = [0, 0]

  async function list(blob: WaitingBlob, known: BlobLine | undefined) {
    const { id, store } = blob
    // guard: small files in a backup without blobs -> tests/http/uploads/small-files.test.ts "is in every backup"
    //   drops store === 'database' ||
    const copyPath = store === 'database' || withStores ? layout.blobFile(copies, id) : undefined
    if (copyPath !== undefined) await makeFolder(dirname(copyPath))
    const { line, isDamaged } = await listBlob(services, blob, { known, copyPath })
    if (isDamaged) damaged.push(id)
    return line
  }

  /** Makes a folder for copies, once for all that go there. */
  async function makeFolder(folder: string) {
    if (folders.has(folder)) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    folders.add(folder)
  }

  async function* text() {
    for await (const blobs of waitingBlobs(path)) {
      const expected: { blob: WaitingBlob; known: BlobLine | undefined }[] = []
      for (const blob of blobs) expected.push({ blob, known: await last.find(blob.id) })
      // All begin after the last wait, so that no rejection goes unhandled.
      for (const result of await Promise.allSettled(expected.map(({ blob, known }) => list(blob, known)))) {
        if (result.status === 'rejected') throw result.reason
        if (!result.value) continue
        count += 1
        totalSize += result.value.size
        yield `${JSON.stringify(result.value)}\n`
      }
    }
  }
  const sha256 = await writeDurably(join(path, layout.blobs), text())
  for (const folder of new Set([...folders].flatMap((one) => [one, dirname(one)]))) await syncFolder(folder)
  await rm(join(path, layout.waiting))
  return { sha256, count, totalSize, damaged }
}

/** The blobs that noteLiveBlobs has noted, in batches. */
async function* waitingBlobs(path: string): AsyncGenerator<WaitingBlob[], void> {
  let some: WaitingBlob[] = []
  for await (const text of readLines(join(path, layout.waiting))) {
    some.push(waitingBlob.parse(JSON.parse(text)))
    if (some.length < atOnce) continue
    yield some
    some = []
  }
  yield some
}
