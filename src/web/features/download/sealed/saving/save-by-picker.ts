import { NotSaved, type Place } from './place.ts'

declare global {
  interface Window {
    /** Missing in Firefox and Safari. */
    readonly showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
  }
  interface FileSystemFileHandle {
    /** Takes the file away. Missing in Firefox and Safari. */
    remove?(): Promise<void>
  }
}

/**
 * Asks where to save, and writes there. To be called in a click.
 * @returns undefined where the browser writes into no file that was taken away
 * @throws NotSaved where the person has closed the question, or what the browser says of a place where it can't write
 */
export async function placeByPicker(
  ask: NonNullable<Window['showSaveFilePicker']>,
  name: string,
): Promise<Place | undefined> {
  const handle = await ask({ suggestedName: name }).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? new NotSaved() : error
  })
  // The browser has made an empty file, or emptied the one that was there. It writes into another beside, which takes the name at
  // the end and goes with the page: so nothing is left where the page goes before.
  await removeEmpty(handle)
  const stream = await handle.createWritable().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined
    throw error
  })
  return (
    stream && {
      write: (bytes) => stream.write(bytes),
      end: () => stream.close(),
      drop: () => stream.abort(),
    }
  )
}

/** Removes what the browser has made for the answer, and nothing that has content. Never rejects. */
async function removeEmpty(handle: FileSystemFileHandle): Promise<void> {
  try {
    const { size } = await handle.getFile()
    if (size === 0) await handle.remove?.()
  } catch {}
}
