// Hands what a page decrypts to the browser's own downloads: src/web/features/download/sealed/saving/save-by-worker.ts. It answers one
// navigation for each address that a page has announced, keeps nothing, and knows no key.
const version = 1
/** Milliseconds without a beat of its page, after which a download is given up. */
const patience = 60_000
const kept = new Map()

// A browser ends a worker that has had no event for half a minute, also one whose answer is still read: each beat of a page is
// held until the next one.
addEventListener('message', (event) => {
  const { id, name, length, forget: isOver } = event.data
  const [port] = event.ports
  if (port) kept.set(id, { name, length, port })
  const found = kept.get(id)
  if (!found) return
  if (isOver) return forget(id)
  found.release?.()
  clearTimeout(found.timer)
  found.timer = setTimeout(() => forget(id), patience)
  event.waitUntil(
    new Promise((resolve) => {
      found.release = resolve
    }),
  )
  found.port.postMessage(port ? { version } : 'alive')
})

/** Errs what is still read: a download that is not complete never looks like one. */
function forget(id) {
  const found = kept.get(id)
  if (!found) return
  kept.delete(id)
  clearTimeout(found.timer)
  found.release?.()
  found.err?.()
}

addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  const id = pathname.slice('/opened/'.length)
  const found = kept.get(id)
  if (!found || found.isTaken || event.request.method !== 'GET' || event.request.mode !== 'navigate') return
  found.isTaken = true
  event.respondWith(new Response(bytesFrom(id, found), { headers: headersOf(found) }))
})

/** One chunk for each pull: a page that is slow or a disk that is full holds the other up. */
function bytesFrom(id, found) {
  const { port } = found
  let next
  port.onmessage = ({ data }) => next?.(data)
  return new ReadableStream(
    {
      start(controller) {
        found.err = () => controller.error(new Error('the download was not complete'))
      },
      async pull(controller) {
        const chunk = await new Promise((resolve) => {
          next = resolve
          port.postMessage('pull')
        })
        if (chunk === 'failed') return forget(id)
        if (chunk !== 'end') return controller.enqueue(chunk)
        controller.close()
        found.err = undefined
        port.postMessage('closed')
        forget(id)
      },
      cancel() {
        port.postMessage('cancelled')
        found.err = undefined
        forget(id)
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
