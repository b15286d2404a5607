// Hands what a page decrypts to the browser's own downloads: src/web/features/download/sealed/save-by-worker.ts. It answers one
// navigation for each address that a page has announced, keeps nothing, and knows no key.
const version = 1
const announced = new Map()

addEventListener('message', (event) => {
  const { id, name, length, beat } = event.data
  // A browser ends a worker that has had no event for half a minute, also one whose answer is still read.
  if (beat) event.waitUntil(new Promise((resolve) => setTimeout(resolve, 15_000)))
  else announced.set(id, { name, length, port: event.ports[0] })
  event.ports[0]?.postMessage({ version })
})

addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  const id = pathname.slice('/opened/'.length)
  const found = announced.get(id)
  if (!found || event.request.method !== 'GET' || event.request.mode !== 'navigate') return
  announced.delete(id)
  event.respondWith(new Response(bytesFrom(found.port), { headers: headersOf(found) }))
})

/** One piece for each pull: a page that is slow or a disk that is full holds the other up. */
function bytesFrom(port) {
  let next
  port.onmessage = ({ data }) => next?.(data)
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = await new Promise((resolve) => {
          next = resolve
          port.postMessage('pull')
        })
        if (piece === 'end') controller.close()
        else if (piece === 'failed') controller.error(new Error('the download was not complete'))
        else controller.enqueue(piece)
      },
      cancel() {
        port.postMessage('cancelled')
      },
    },
    { highWaterMark: 0 },
  )
}

/** Whatever a sender calls it, a file is saved and never shown as a page of this origin. */
function headersOf({ name, length }) {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    // Firefox takes no longer ones.
    ...(length < 2 ** 31 && { 'content-length': String(length) }),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'accept-ranges': 'none',
  }
}
