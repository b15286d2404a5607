import { ownWorkers } from '../../../ui/browser/own-workers.ts'
import type { Answer, Question } from './thumbnail-worker.ts'
import workerAddress from './thumbnail-worker.ts?worker&url'

/** Null once it could not be started. */
let worker: Worker | null | undefined
/** Resolvers of pending questions, by their number. */
const waiting = new Map<number, (thumbnail: Blob | null) => void>()
let asked = 0

/** The worker's thumbnail of one picture, beside others; null where there is none, or where the worker cannot be started. */
export function askWorker(picture: File | ImageBitmap): Promise<Blob | null> {
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  if (worker === undefined) worker = startWorker()
  if (!worker) return Promise.resolve(null)
  asked += 1
  waiting.set(asked, resolve)
  const question: Question = { number: asked, picture }
  worker.postMessage(question, picture instanceof ImageBitmap ? [picture] : [])
  return promise
}

function startWorker(): Worker | null {
  try {
    const started = new Worker(ownWorkers?.createScriptURL(workerAddress) ?? workerAddress, {
      type: 'module',
    })
    started.onmessage = ({ data }: MessageEvent<Answer>) => answer(data)
    started.onerror = () => {
      worker = null
      for (const number of waiting.keys()) answer({ number, thumbnail: null })
    }
    return started
  } catch {
    return null
  }
}

function answer({ number, thumbnail }: Answer): void {
  waiting.get(number)?.(thumbnail)
  waiting.delete(number)
}
