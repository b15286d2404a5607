import { ApiError } from '#client/api-error.ts'
import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { bundleReader } from '#end-to-end/format/bundle-reader.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { fetchSealed } from '../fetch-sealed.ts'
import { savedType } from './place.ts'
import { contentOf } from './to-save.ts'
import { type Beat, type Failed, type Order, protocol, type Renewed, type Told } from './worker-messages.ts'

/** The scope of a service worker, which the types of a page don't know. */
declare const self: {
  addEventListener(type: 'message', listener: (event: BeatEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}
type BeatEvent = MessageEvent<Beat> & { waitUntil(promise: Promise<unknown>): void }
type FetchEvent = { readonly request: Request; respondWith(answer: Response): void }

/** A download that a page has ordered, and the key of its bundle: nothing of it is kept but here. */
type Ordered = {
  readonly order: Order
  readonly port: MessagePort
  readonly stop: AbortController
  isTaken: boolean
  /** Ends the hold of the last beat. */
  release?: () => void
  timer?: ReturnType<typeof setTimeout>
}

/** Milliseconds without a beat of its page, after which a download is given up. */
const patience = 60_000
const downloads = new Map<string, Ordered>()

// A browser ends a worker that has had no event for half a minute, also one whose answer is still read: each beat of a page is
// held until the next one.
self.addEventListener('message', (event) => {
  const { id, order, isOver } = event.data
  const [port] = event.ports
  if (order && port) downloads.set(id, { order, port, stop: new AbortController(), isTaken: false })
  const download = downloads.get(id)
  if (!download) return
  if (isOver) return forget(id)
  download.release?.()
  clearTimeout(download.timer)
  download.timer = setTimeout(() => forget(id), patience)
  event.waitUntil(
    new Promise<void>((resolve) => {
      download.release = resolve
    }),
  )
  tell(download, order ? { kind: 'ready', protocol } : { kind: 'alive' })
})

/** Answers one navigation to each address that a page has ordered, and nothing else. */
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  const id = pathname.slice('/opened/'.length)
  const download = downloads.get(id)
  if (!download || download.isTaken || event.request.method !== 'GET' || event.request.mode !== 'navigate')
    return
  download.isTaken = true
  event.respondWith(new Response(bytesOf(id, download), { headers: headersOf(download.order) }))
})

/** Errs what is still read: a download that is not complete never looks like one. */
function forget(id: string): void {
  const download = downloads.get(id)
  if (!download) return
  downloads.delete(id)
  clearTimeout(download.timer)
  download.release?.()
  download.stop.abort(new Error('the download was not complete'))
}

/** One chunk for each pull, and one ahead of it: a disk that is full holds the line up. */
function bytesOf(id: string, download: Ordered): ReadableStream<Bytes> {
  const { signal } = download.stop
  const content = contentOf(download.order.toSave, readerOf(download))[Symbol.asyncIterator]()
  let taken = 0
  let ahead: Promise<IteratorResult<Bytes>> | undefined
  function next() {
    ahead = content.next()
    // A failure is told at the pull that meets it.
    ahead.catch(() => {})
    return ahead
  }
  return new ReadableStream<Bytes>(
    {
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason), { once: true })
      },
      async pull(controller) {
        tell(download, ahead ? { kind: 'taken', bytes: taken } : { kind: 'begun' })
        try {
          const { done, value } = await (ahead ?? next())
          if (signal.aborted) return
          if (done) {
            controller.close()
            tell(download, { kind: 'closed' })
            return forget(id)
          }
          taken += value.length
          void next()
          controller.enqueue(value)
        } catch (error) {
          tell(download, { kind: 'failed', failure: failureOf(error) })
          forget(id)
        }
      },
      cancel() {
        tell(download, { kind: 'cancelled' })
        forget(id)
      },
    },
    { highWaterMark: 0 },
  )
}

function readerOf(download: Ordered) {
  const { order, port, stop } = download
  const address = { url: order.url }
  const line = {
    onLost: (lost: boolean) => tell(download, { kind: 'lost', lost }),
    async renew() {
      const { promise, resolve } = Promise.withResolvers<Renewed>()
      port.onmessage = ({ data }: MessageEvent<Renewed>) => resolve(data)
      tell(download, { kind: 'renew' })
      address.url = (await promise).url
    },
    // The browser's own list can't wait.
    untilWanted: () => undefined,
    signal: stop.signal,
  }
  return bundleReader(webPrimitives, order.place, (start, end) => fetchSealed(address, { start, end }, line))
}

function tell({ port }: Ordered, told: Told): void {
  port.postMessage(told)
}

function failureOf(error: unknown): Failed {
  if (error instanceof ApiError)
    return { name: error.name, message: error.message, status: error.status, code: error.code }
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) }
}

/** A file is saved and never shown as a page of this origin, whatever its sender calls it. */
function headersOf({ toSave: { name }, length }: Order): Record<string, string> {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return {
    'content-type': savedType,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    // Firefox takes no longer ones.
    ...(length < 2 ** 31 && { 'content-length': String(length) }),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'accept-ranges': 'none',
  }
}
