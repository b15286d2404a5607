import { ownWorkers } from '#web/ui/browser/own-workers.ts'
import beatAddress from './beat-worker.ts?worker&url'
import { NotSaved, type Place } from './place.ts'

const scope = '/opened/'
const address = '/opened/worker.js'
/** Time for the worker to start and to answer, in milliseconds. */
const patience = 10_000

/**
 * Begins a download in the browser's own list, of a file of `length` bytes. To be called in a click.
 * @throws Error where the browser has no such workers, as in private windows, or asks the worker for nothing: then there is
 * another way
 * @throws NotSaved where the person has ended it at once
 */
export async function placeByWorker(name: string, length: number): Promise<Place> {
  const worker = await startWorker()
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const { port1: port, port2 } = new MessageChannel()
  let unanswered = 0
  const broken = new AbortController()
  const said = queueOf(port, (data) => {
    unanswered = 0
    if (data === 'cancelled') broken.abort(new NotSaved())
  })
  // Timers of hidden pages sleep, those of a worker do not.
  const beats = new Worker(ownWorkers?.createScriptURL(beatAddress) ?? beatAddress, { type: 'module' })
  beats.onmessage = () => {
    if (unanswered === 2) {
      const failure = new Error('the worker does not answer')
      broken.abort(failure)
      return said.fail(failure)
    }
    unanswered += 1
    worker.postMessage({ id })
  }
  const over = new AbortController()
  function leave() {
    over.abort()
    beats.terminate()
    worker.postMessage({ id, forget: true })
    port.close()
  }
  // A page that is left without this ends its download, too, once the worker misses its beats.
  addEventListener('pagehide', leave, { signal: over.signal })
  let isPulled: Promise<unknown>
  async function give(chunk: Uint8Array<ArrayBuffer> | 'end'): Promise<void> {
    if ((await isPulled) === 'cancelled') throw new NotSaved()
    if (typeof chunk === 'string') port.postMessage(chunk)
    else port.postMessage(chunk, [chunk.buffer])
    isPulled = said.next()
    // A rejection is told at the next chunk.
    isPulled.catch(() => {})
  }
  try {
    worker.postMessage({ id, name, length }, [port2])
    await said.next(patience)
    // With `download` or `target` the browser would ask the server and pass the worker by.
    const link = document.createElement('a')
    link.href = scope + id
    link.click()
    const first = await said.next(patience)
    if (first === 'cancelled') throw new NotSaved()
    isPulled = Promise.resolve(first)
  } catch (error) {
    leave()
    throw error
  }
  return {
    leavesPart: true,
    broken: broken.signal,
    write: give,
    async end() {
      await give('end')
      // Closed before that, the port would take the message with it.
      if ((await isPulled) !== 'closed') throw new NotSaved()
      leave()
    },
    async drop() {
      leave()
    },
  }
}

async function startWorker(): Promise<ServiceWorker> {
  const registration = await navigator.serviceWorker.register(
    ownWorkers?.createScriptURL(address) ?? address,
    { scope, updateViaCache: 'none' },
  )
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (!worker) throw new Error('the worker did not start')
  if (worker.state !== 'activated') {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error('the worker did not start')), patience)
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('the worker did not start'))
    })
    await promise.finally(() => clearTimeout(timer))
  }
  return worker
}

/** Messages of a port, one after the other, but for signs of life. */
function queueOf(port: MessagePort, onSaid: (data: unknown) => void) {
  const said: unknown[] = []
  let failure: Error | undefined
  let wake: (() => void) | undefined
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    onSaid(data)
    if (data === 'alive') return
    said.push(data)
    wake?.()
  }
  return {
    fail(error: Error) {
      failure = error
      wake?.()
    },
    /** @throws Error where nothing comes within `limit` milliseconds, or the worker is gone */
    async next(limit?: number): Promise<unknown> {
      const until = limit === undefined ? Number.POSITIVE_INFINITY : performance.now() + limit
      while (said.length === 0) {
        const left = until - performance.now()
        if (failure) throw failure
        if (left <= 0) throw new Error('the worker does not answer')
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = Number.isFinite(left) ? setTimeout(resolve, left) : undefined
        await promise
        clearTimeout(timer)
      }
      return said.shift()
    },
  }
}
