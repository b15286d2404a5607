import type { BundleFile } from '#end-to-end/format/manifest.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { type ZipEntry, zipLength, zipOf } from '#end-to-end/stored-zip.ts'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'
import type { OpenedTransfer } from '../open-sealed.ts'
import { untilStopped } from '../until-stopped.ts'
import { NotSaved, NoWayToSave, type Place, savedType } from './place.ts'
import { placeInOwnFile } from './save-by-own-file.ts'
import { placeByWorker } from './save-by-worker.ts'

/** Bytes up to which a file is put together in memory, where the browser has no better way. */
const largestBlob = 256 * 1024 * 1024

/** Files to be saved: one as itself, several as a ZIP that is made here. */
export type ToSave = { readonly name: string; readonly files: readonly BundleFile[] }

declare global {
  interface Window {
    /** Missing in Firefox and Safari. */
    readonly showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
  }
}

export function lengthOf({ files }: ToSave): number {
  return files.length === 1 ? (files[0]?.size ?? 0) : zipLength(files.map(entryOf))
}

/** `onPlace` is called once before the first byte. */
type Watch = {
  onPlace(place: Pick<Place, 'leavesPart'>): void
  onProgress(bytes: number): void
  signal: AbortSignal
}

/**
 * Saves files of a transfer, every byte authenticated before it is written: the file appears whole or not at all. To be called
 * in the click that wants it, before anything is awaited.
 * @throws NoWayToSave, NotSaved, what reading throws, or the signal's reason
 */
export async function saveSealed(
  toSave: ToSave,
  { bundle }: OpenedTransfer,
  { onPlace, onProgress, signal }: Watch,
): Promise<void> {
  const place = await choosePlace(toSave.name, lengthOf(toSave))
  onPlace(place)
  try {
    let done = 0
    const stop = AbortSignal.any([signal, ...(place.broken ? [place.broken] : [])])
    for await (const bytes of untilStopped(contentOf(toSave, bundle), stop)) {
      const { length } = bytes
      await place.write(bytes)
      done += length
      onProgress(done)
    }
    await place.end()
  } catch (error) {
    await place.drop().catch(() => {})
    throw error
  }
}

function contentOf({ files }: ToSave, bundle: OpenedTransfer['bundle']): AsyncIterable<Bytes> {
  const [only] = files
  if (only && files.length === 1) return bundle.readFile(only)
  return zipOf(files.map(entryOf), (index) => bundle.readFile(files[index] ?? missing()))
}

function missing(): never {
  throw new RangeError('the archive has no such file')
}

function entryOf({ path, size, modified }: BundleFile): ZipEntry {
  return { path, size, modified }
}

/** Tries what the browser can do: its name says nothing. */
async function choosePlace(name: string, size: number): Promise<Place> {
  if (window.showSaveFilePicker) return placeOf(await pick(window.showSaveFilePicker, name))
  const place = await placeByWorker(name, size).catch((error: unknown) => {
    if (error instanceof NotSaved) throw error
  })
  if (place) return place
  const own = await placeInOwnFile(name, size).catch(() => undefined)
  if (own) return own
  if (size > largestBlob) throw new NoWayToSave()
  return placeInMemory(name)
}

function placeInMemory(name: string): Place {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  return {
    leavesPart: false,
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

async function pick(
  ask: NonNullable<Window['showSaveFilePicker']>,
  name: string,
): Promise<FileSystemFileHandle> {
  try {
    return await ask({ suggestedName: name })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw new NotSaved()
    throw error
  }
}

async function placeOf(handle: FileSystemFileHandle): Promise<Place> {
  const stream = await handle.createWritable()
  return {
    leavesPart: false,
    write: (bytes) => stream.write(bytes),
    end: () => stream.close(),
    drop: () => stream.abort(),
  }
}
