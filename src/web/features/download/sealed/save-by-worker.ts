import { ownWorkers } from '#web/ui/browser/own-workers.ts'

/** A place that takes bytes one after the other and shows a file only once it is whole. */
export type Place = {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  end(): Promise<void>
  /** Leaves nothing behind. */
  drop(): Promise<void>
}

/** The person has closed the question where to save it, or has ended the download in the browser's list. */
export class NotSaved extends Error {
  override readonly name = 'NotSaved'
}

const scope = '/opened/'
const address = '/opened/worker.js'
/** Time for the worker to start and to answer, in milliseconds. */
const patience = 10_000
/** Time between messages that keep the worker alive, in milliseconds. */
const beatEvery = 10_000

/**
 * Begins a download in the browser's own list, of a file of `length` bytes. To be called in a click.
 * @throws Error where the browser has no such workers, or in private windows: then there is another way
 */
export async function placeByWorker(name: string, length: number): Promise<Place> {
  const worker = await startWorker()
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const { port1: port, port2 } = new MessageChannel()
  const said = queueOf(port)
  worker.postMessage({ id, name, length }, [port2])
  await said.next(patience)
  // With `download` or `target` the browser would ask the server and pass the worker by.
  const link = document.createElement('a')
  link.href = scope + id
  link.click()
  const beat = setInterval(() => worker.postMessage({ beat: true }), beatEvery)
  let isPulled = said.next(patience)
  async function give(piece: Uint8Array<ArrayBuffer> | 'end'): Promise<void> {
    if ((await isPulled) === 'cancelled') throw new NotSaved()
    if (typeof piece === 'string') port.postMessage(piece)
    else port.postMessage(piece, [piece.buffer])
    isPulled = said.next()
    // A rejection is told at the next piece.
    isPulled.catch(() => {})
  }
  function leave() {
    clearInterval(beat)
    port.close()
  }
  return {
    write: give,
    async end() {
      await give('end')
      leave()
    },
    async drop() {
      port.postMessage('failed')
      // Closed at once, the port would take the message with it.
      setTimeout(leave, 1000)
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

/** Messages of a port, one after the other. */
function queueOf(port: MessagePort) {
  const said: unknown[] = []
  let wake: (() => void) | undefined
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    said.push(data)
    wake?.()
  }
  return {
    /** @throws Error where nothing comes within `limit` milliseconds */
    async next(limit?: number): Promise<unknown> {
      const until = limit === undefined ? Number.POSITIVE_INFINITY : performance.now() + limit
      while (said.length === 0) {
        const left = until - performance.now()
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
