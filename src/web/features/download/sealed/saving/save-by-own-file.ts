import { makeOwnFile } from '#web/ui/browser/own-files.ts'
import { handToBrowser } from '#web/ui/sharing/hand-to-browser.ts'
import { NoWayToSave, type Place, savedType } from './place.ts'
import { writeOwnFile } from './write-own-file.ts'

/** Bytes that are left free: the browser needs room for the copy's own needs. */
const spare = 64 * 1024 * 1024
/** How long the browser has to copy it, at least, and bytes per millisecond that it copies then, on a slow disk. */
const copyTime = { least: 60_000, pace: 5_000 }

/**
 * Writes into a file that only this site sees, and has the browser copy it when it is whole: for browsers that can't save a
 * file as it comes. The plaintext is taken off the disk after the copy, at leaving, and at the next start.
 * @throws Error where the browser has no such files, or no room for it
 */
export async function placeInOwnFile(name: string, size: number): Promise<Place> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < size + spare) throw new Error('there is no room for it')
  const file = await makeOwnFile()
  const writer = await writeOwnFile(file.handle).catch(async (error: unknown) => {
    await file.remove()
    throw error
  })
  async function drop(): Promise<void> {
    await writer.close().catch(() => {})
    await file.remove()
  }
  return {
    write: (bytes) => writer.write(bytes).catch(refuse),
    async end() {
      await writer.close().catch(refuse)
      const content = new Blob([await file.handle.getFile()], { type: savedType })
      const url = URL.createObjectURL(content)
      handToBrowser(url, name)
      const over = new AbortController()
      const remove = () => {
        over.abort()
        URL.revokeObjectURL(url)
        void file.remove()
      }
      // How long the copy takes the browser does not say, and to leave meanwhile would cut it.
      setTimeout(remove, copyTime.least + size / copyTime.pace)
      addEventListener('beforeunload', (event) => event.preventDefault(), { signal: over.signal })
      addEventListener('pagehide', remove, { signal: over.signal })
    },
    drop,
  }
}

/** Turns the browser's word for a full disk into ours. */
function refuse(error: unknown): never {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  throw isFull ? new NoWayToSave() : error
}
