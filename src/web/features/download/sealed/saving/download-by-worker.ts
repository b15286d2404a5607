import { ApiError } from '#client/api-error.ts'
import { BundleDamaged } from '#end-to-end/format/parts.ts'
import { ownWorkers } from '#web/ui/browser/own-workers.ts'
import type { OpenedTransfer } from '../open-sealed.ts'
import beatAddress from './beat-worker.ts?worker&url'
import { NotSaved } from './place.ts'
import { lengthOf, type ToSave } from './to-save.ts'
import { type Beat, type Failed, protocol, type Renewed, type Told } from './worker-messages.ts'

const scope = '/opened/'
const address = '/opened/worker.js'
/** Time for the worker to start and to answer, in milliseconds. */
const patience = 10_000

/** A download in the browser's own list. */
export type WorkerDownload = {
  /** Ends once the browser has all of it. Rejects with NotSaved, what reading throws, or the signal's reason. */
  readonly whole: Promise<void>
}

/**
 * Begins a download in the browser's own list, of what the service worker fetches and opens by itself: bytes that went through
 * this page would be copied twice more, between processes. To be called in a click.
 * @throws Error where the browser has no such workers, as in private windows, or asks the worker for nothing: then there is
 * another way
 * @throws NotSaved where the person has ended it at once, or the signal's reason
 */
export async function downloadByWorker(
  toSave: ToSave,
  transfer: OpenedTransfer,
  { onProgress, signal }: { onProgress(bytes: number): void; signal: AbortSignal },
): Promise<WorkerDownload> {
  const worker = await startWorker()
  signal.throwIfAborted()
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const { port1: port, port2 } = new MessageChannel()
  const ready = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const whole = Promise.withResolvers<void>()
  let unanswered = 0
  port.onmessage = ({ data }: MessageEvent<Told>) => {
    unanswered = 0
    if (data.kind === 'ready' && data.protocol === protocol) ready.resolve()
    if (data.kind === 'begun') begun.resolve()
    if (data.kind === 'taken') onProgress(data.bytes)
    if (data.kind === 'lost') transfer.line.onLost(data.lost)
    if (data.kind === 'renew') void renew()
    if (data.kind === 'closed') whole.resolve()
    if (data.kind === 'cancelled') whole.reject(new NotSaved())
    if (data.kind === 'failed') whole.reject(errorOf(data.failure))
  }
  async function renew(): Promise<void> {
    try {
      await transfer.line.renew()
      const renewed: Renewed = transfer.address
      port.postMessage(renewed)
    } catch (error) {
      whole.reject(error)
    }
  }
  const say = (beat: Omit<Beat, 'id'>, ports: Transferable[] = []) =>
    worker.postMessage({ id, ...beat }, ports)
  // Timers of hidden pages sleep, those of a worker do not.
  const beats = new Worker(ownWorkers?.createScriptURL(beatAddress) ?? beatAddress, { type: 'module' })
  beats.onmessage = () => {
    if (unanswered === 2) return whole.reject(new Error('the worker does not answer'))
    unanswered += 1
    say({})
  }
  const over = new AbortController()
  function leave(): void {
    over.abort()
    beats.terminate()
    say({ isOver: true })
    port.close()
  }
  signal.addEventListener('abort', () => whole.reject(signal.reason), { signal: over.signal })
  // A page that is left without this ends its download, too, once the worker misses its beats.
  addEventListener('pagehide', leave, { signal: over.signal })
  // A rejection reaches the caller through `whole`, or through the wait that it ends.
  whole.promise.then(leave, leave)
  const { bundle } = transfer
  say({ order: { toSave, length: lengthOf(toSave), place: bundle.place, url: transfer.address.url } }, [
    port2,
  ])
  try {
    await inTime(Promise.race([ready.promise, whole.promise]))
    // With `download` or `target` the browser would ask the server and pass the worker by.
    const link = document.createElement('a')
    link.href = scope + id
    link.click()
    await inTime(Promise.race([begun.promise, whole.promise]))
  } catch (error) {
    whole.reject(error)
    throw error
  }
  return { whole: whole.promise }
}

/** @throws Error where the promise has not ended in time */
async function inTime(promise: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the worker does not answer')), patience)
  await Promise.race([promise, late.promise]).finally(() => clearTimeout(timer))
}

/** The error of the worker, of the kind that the page knows. */
function errorOf({ name, message, status, code }: Failed): Error {
  if (status !== undefined && code !== undefined) return new ApiError({ status, code, message })
  return name === 'BundleDamaged' ? new BundleDamaged(message) : new Error(message)
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
