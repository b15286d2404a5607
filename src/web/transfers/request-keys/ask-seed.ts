import type { Bytes } from '#end-to-end/primitives.ts'
import { ownWorkers } from '#web/ui/browser/own-workers.ts'
import type { SeedQuestion } from './seed-worker.ts'
import workerAddress from './seed-worker.ts?worker&url'

/**
 * Seals the private half of a request's key under its password, or opens it.
 * @returns undefined where the password does not open it
 * @throws Error where no worker can be started
 */
export async function askSeed(question: SeedQuestion): Promise<Bytes | undefined> {
  const worker = new Worker(ownWorkers?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Bytes | undefined>()
    worker.onmessage = ({ data }: MessageEvent<Bytes | undefined>) => resolve(data)
    worker.onerror = () => reject(new Error('the password could not be tried'))
    worker.postMessage(question)
    return await promise
  } finally {
    worker.terminate()
  }
}
