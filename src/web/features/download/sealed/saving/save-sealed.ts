import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'
import type { OpenedTransfer } from '../open-sealed.ts'
import { untilStopped } from '../until-stopped.ts'
import { downloadByWorker, type WorkerDownload } from './download-by-worker.ts'
import { NotSaved, NoWayToSave, type Place, PlaceFailed, savedType } from './place.ts'
import { placeInOwnFile } from './save-by-own-file.ts'
import { placeByPicker } from './save-by-picker.ts'
import { contentOf, lengthOf, type ToSave } from './to-save.ts'

/** Bytes up to which a file is put together in memory, where the browser has no better way. */
const largestBlob = 256 * 1024 * 1024

type Watch = {
  /**
   * Called once before the first byte.
   * @param leavesPart whether the browser may keep what has come so far as a file, where the rest does not
   */
  onPlace(leavesPart: boolean): void
  onProgress(bytes: number): void
  signal: AbortSignal
}

/**
 * Saves files of a transfer, every byte authenticated before it is written: the file appears whole or not at all. To be called
 * in the click that wants it, before anything is awaited.
 * @throws NoWayToSave, NotSaved, PlaceFailed, what reading throws, or the signal's reason
 */
export async function saveSealed(toSave: ToSave, transfer: OpenedTransfer, watch: Watch): Promise<void> {
  const { onPlace, onProgress, signal } = watch
  const ask = window.showSaveFilePicker
  const picked = ask && (await placeByPicker(ask, toSave.name).catch(told))
  const download = picked ? undefined : await tryWorker(toSave, transfer, watch)
  if (download) {
    onPlace(true)
    return download.whole
  }
  const place = picked ?? (await choosePlace(toSave.name, lengthOf(toSave)))
  onPlace(false)
  let writing = Promise.resolve()
  try {
    let done = 0
    for await (const bytes of untilStopped(contentOf(toSave, transfer.bundle), signal)) {
      // The next bytes come while these are written.
      await writing
      const { length } = bytes
      writing = place
        .write(bytes)
        .catch(told)
        .then(() => {
          done += length
          onProgress(done)
        })
      // A failure is told at the next wait.
      writing.catch(() => {})
    }
    await writing
    await place.end().catch(told)
  } catch (error) {
    await writing.catch(() => {})
    await place.drop().catch(() => {})
    throw error
  }
}

/** Turns what a browser says of a place into an error of ours. */
function told(error: unknown): never {
  if (error instanceof NotSaved || error instanceof NoWayToSave) throw error
  throw new PlaceFailed('nothing more could be written', { cause: error })
}

/** Undefined where the browser has no such worker. @throws NotSaved, or the signal's reason */
async function tryWorker(
  toSave: ToSave,
  transfer: OpenedTransfer,
  watch: Watch,
): Promise<WorkerDownload | undefined> {
  try {
    return await downloadByWorker(toSave, transfer, watch)
  } catch (error) {
    watch.signal.throwIfAborted()
    if (error instanceof NotSaved) throw error
    return undefined
  }
}

/** Tries what the browser can do: its name says nothing. */
async function choosePlace(name: string, size: number): Promise<Place> {
  const own = await placeInOwnFile(name, size).catch(() => undefined)
  if (own) return own
  if (size > largestBlob) throw new NoWayToSave()
  return placeInMemory(name)
}

function placeInMemory(name: string): Place {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  return {
    async write(bytes) {
      chunks.push(bytes)
    },
    async end() {
      saveContent({ name, content: new Blob(chunks, { type: savedType }) })
    },
    async drop() {
      chunks.length = 0
    },
  }
}
