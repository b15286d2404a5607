/** Work at a file of the site's own, one order at a time. `bytes` come with their buffer. */
export type FileOrder =
  | { readonly open: FileSystemFileHandle }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly close: true }
/** The answer to each order: nothing, or what the browser calls the failure. */
export type FileAnswer = { readonly failure?: string }

/** A file as workers see it, which the types of a page don't know. */
type SyncFile = {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
  close(): void
}
declare global {
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<SyncFile>
  }
}

let file: SyncFile | undefined
let at = 0

async function follow(order: FileOrder): Promise<void> {
  if ('open' in order) file = await order.open.createSyncAccessHandle()
  if ('close' in order) file?.close()
  if (!file || !('bytes' in order)) return
  const { bytes } = order
  const end = at + bytes.length
  while (at < end) {
    const written = file.write(bytes.subarray(bytes.length - (end - at)), { at })
    if (written === 0) throw new DOMException('nothing more was written', 'QuotaExceededError')
    at += written
  }
}

addEventListener('message', async ({ data }: MessageEvent<FileOrder>) => {
  const answer: FileAnswer = await follow(data).then(
    () => ({}),
    (error: unknown) => ({ failure: error instanceof DOMException ? error.name : String(error) }),
  )
  postMessage(answer)
})
