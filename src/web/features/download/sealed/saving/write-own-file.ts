import { ownWorkers } from '#web/ui/browser/own-workers.ts'
import type { FileAnswer, FileOrder } from './own-file-worker.ts'
import workerAddress from './own-file-worker.ts?worker&url'

/** Writes to a file of the site's own. Each call waits for the one before. */
type OwnFileWriter = {
  /** Takes the buffer away with its bytes. @throws DOMException with the browser's name for the failure */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a file in a worker, which alone may write straight into it: streams of the page carry each byte through another process,
 * and take three times as long.
 * @throws Error where the browser has no such workers or files
 */
export async function writeOwnFile(handle: FileSystemFileHandle): Promise<OwnFileWriter> {
  const worker = new Worker(ownWorkers?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
  function order(next: FileOrder, buffers: Transferable[] = []): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    worker.onmessage = ({ data: { failure } }: MessageEvent<FileAnswer>) =>
      failure === undefined ? resolve() : reject(new DOMException('the file was not written', failure))
    worker.onerror = () => reject(new Error('the worker did not start'))
    worker.postMessage(next, buffers)
    return promise
  }
  try {
    await order({ open: handle })
  } catch (error) {
    worker.terminate()
    throw error
  }
  let closed: Promise<void> | undefined
  return {
    write: (bytes) => order({ bytes }, [bytes.buffer]),
    close() {
      closed ??= order({ close: true }).finally(() => worker.terminate())
      return closed
    },
  }
}
