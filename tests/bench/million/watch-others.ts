import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { percentile } from '../figures.ts'

/** What others waited: milliseconds in the median, at the 99th percentile, and at most. */
export type Waits = {
  readonly median: number
  readonly late: number
  readonly longest: number
  readonly calls: number
}

const threadCode = `
  const { parentPort, workerData } = require('node:worker_threads')
  const times = []
  let done = false
  parentPort.once('message', () => { done = true })
  async function ask() {
    while (!done) {
      const started = performance.now()
      const answer = await fetch(workerData)
      await answer.arrayBuffer()
      times.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    parentPort.postMessage(times)
  }
  ask()
`

/** Asks for an address again and again on a thread of its own, so that nothing here delays it, until the function it returns is called. */
export function watchOthers(address: string): () => Promise<Waits> {
  const thread = new Worker(threadCode, { eval: true, workerData: address })
  const answered = Promise.withResolvers<number[]>()
  thread.once('message', (times: unknown) => answered.resolve(z.array(z.number()).parse(times)))
  thread.once('error', answered.reject)
  return async () => {
    thread.postMessage('stop')
    const times = await answered.promise
    await thread.terminate()
    return {
      median: percentile(times, 0.5),
      late: percentile(times, 0.99),
      longest: percentile(times, 1),
      calls: times.length,
    }
  }
}

export function describeWaits({ median, late, longest, calls }: Waits): string {
  const [middle, ninetyNinth, most] = [median, late, longest].map((value) => value.toFixed(1))
  return `${calls} info calls meanwhile took ${middle} ms, ${ninetyNinth} at the 99th percentile, ${most} at most`
}
