import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { type SlotHead, slotSecret } from '#end-to-end/format/slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { ownWorkers } from '#web/ui/browser/own-workers.ts'
import type { Question } from './password-worker.ts'
import workerAddress from './password-worker.ts?worker&url'

/** The secret of a slot, of which a password is part in a worker of its own. @throws Error where that cannot be started */
export async function askSecret(linkKey: Bytes, head: SlotHead, password: string): Promise<Bytes> {
  if (!head.password) return slotSecret(webPrimitives, linkKey, head, undefined)
  const worker = new Worker(ownWorkers?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Bytes>()
    worker.onmessage = ({ data }: MessageEvent<Bytes>) => resolve(data)
    worker.onerror = () => reject(new Error('the password could not be tried'))
    const question: Question = { linkKey, head: head.bytes, password }
    worker.postMessage(question)
    return await promise
  } finally {
    worker.terminate()
  }
}
