import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { percentile } from '../figures.ts'

/** What others waited: milliseconds in the median, at the 99th percentile, and at most. */
type Waits = {
  readonly median: number
  readonly late: number
  readonly longest: number
  readonly calls: number
  /** Those that took longer than others may have to wait, and how many seconds after the first one they began. */
  readonly long: readonly { readonly took: number; readonly after: number }[]
}

/** What others may have to wait, in milliseconds. */
const aim = 50
const answers = z.array(z.object({ began: z.number(), took: z.number() }))

const threadCode = `
  const { parentPort, workerData } = require('node:worker_threads')
  const answers = []
  let done = false
  parentPort.once('message', () => { done = true })
  async function ask() {
    // The first one loads what fetches.
    await (await fetch(workerData)).arrayBuffer()
    while (!done) {
      const started = performance.now()
      const answer = await fetch(workerData)
      await answer.arrayBuffer()
      answers.push({ began: started, took: performance.now() - started })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    parentPort.postMessage(answers)
  }
  ask()
`

/** Asks for an address again and again on a thread of its own, so that nothing here delays it, until the function it returns is called. */
export function watchOthers(address: string): () => Promise<Waits> {
  const thread = new Worker(threadCode, { eval: true, workerData: address })
  const answered = Promise.withResolvers<z.infer<typeof answers>>()
  thread.once('message', (message: unknown) => answered.resolve(answers.parse(message)))
  thread.once('error', answered.reject)
  // Where nobody asks any more, the server has been stopped because of another error, which says more.
  answered.promise.catch(() => {})
  return async () => {
    thread.postMessage('stop')
    const calls = await answered.promise
    await thread.terminate()
    const times = calls.map(({ took }) => took)
    const first = calls[0]?.began ?? 0
    return {
      median: percentile(times, 0.5),
      late: percentile(times, 0.99),
      longest: percentile(times, 1),
      calls: times.length,
      long: calls
        .filter(({ took }) => took > aim)
        .map(({ began, took }) => ({ took, after: (began - first) / 1000 })),
    }
  }
}

export function describeWaits({ median, late, longest, calls, long }: Waits): string {
  const [middle, ninetyNinth, most] = [median, late, longest].map((value) => value.toFixed(1))
  const over = long.slice(0, 20).map(({ took, after }) => `${took.toFixed(0)} ms after ${after.toFixed(1)} s`)
  return `${calls} info calls meanwhile took ${middle} ms, ${ninetyNinth} at the 99th percentile, ${most} at most; over ${aim} ms: ${over.join(', ') || 'none'}`
}
