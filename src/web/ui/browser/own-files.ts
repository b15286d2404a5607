import { browserStore, ownFilesKey } from './browser-store.ts'

/** Folder of the site's own files in this browser, out of everyone's sight. */
const folderName = 'saving'
/** Characters of a UUID. */
const nameLength = 36

/** A file of this tab. Others leave it alone as long as the tab lives. */
type OwnFile = {
  readonly handle: FileSystemFileHandle
  /** Takes it away; never rejects. */
  remove(): Promise<void>
}

/** Makes a file that only the site sees. @throws Error where the browser has none, as in private windows */
export async function makeOwnFile(): Promise<OwnFile> {
  const folder = await openFolder()
  const name = crypto.randomUUID()
  const { promise: removed, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold, reject } = Promise.withResolvers<void>()
  navigator.locks
    .request(lockOf(name), () => {
      hold()
      return removed
    })
    .catch(reject)
  await held
  try {
    // The next start takes it away, if this tab comes to a sudden end.
    browserStore('localStorage')?.setItem(ownFilesKey, '1')
    const handle = await folder.getFileHandle(name, { create: true })
    return {
      handle,
      async remove() {
        await folder.removeEntry(name).catch(() => {})
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Removes what closed tabs have left; never rejects. */
export async function removeLeftFiles(): Promise<void> {
  try {
    const folder = await openFolder()
    let hasMore = false
    for await (const name of folder.keys()) {
      const isGone = await navigator.locks.request(lockOf(name), { ifAvailable: true }, (lock) =>
        lock
          ? folder.removeEntry(name).then(
              () => true,
              () => false,
            )
          : false,
      )
      hasMore ||= !isGone
    }
    if (!hasMore) browserStore('localStorage')?.removeItem(ownFilesKey)
  } catch {}
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(folderName, { create: true })
}

/** A browser may write into a file beside, which has the name with an ending: it is under the same lock. */
function lockOf(name: string): string {
  return `restante.${folderName}.${name.slice(0, nameLength)}`
}
