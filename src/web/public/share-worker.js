// Keeps files that a phone shares with the app until its page takes them: src/web/features/upload/handed-files.tsx. It answers
// POST /share alone; every other request, such as for an address below /share/, goes on to the server.
const hour = 60 * 60 * 1000
/** Most files, and bytes of them, that are kept at one time; what was shared first goes first. */
const limits = { files: 1000, bytes: 4 * 1024 ** 3 }

addEventListener('activate', (event) => event.waitUntil(change((kept) => dropOld(kept))))

addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === '/share') event.respondWith(keep(event.request))
})

/** The page says so where nothing could be kept. */
async function keep(request) {
  try {
    if (isFromOtherSite(request)) return Response.redirect('/', 303)
    const form = await request.formData()
    const files = form.getAll('files').filter((part) => part instanceof File)
    await change((kept) => {
      if (files.length > 0 && isWithin([files])) kept.add({ at: Date.now(), files })
      dropOld(kept)
    })
  } catch {}
  return Response.redirect('/?shared', 303)
}

/**
 * A share of the phone comes from no page, so that it names none. Browsers keep Sec-Fetch-Site from workers; a page that hides
 * where it is can still fill the selection, of which nothing is sent before a person says so.
 */
function isFromOtherSite(request) {
  return [request.referrer, request.headers.get('origin')].some(
    (from) => /^https?:/.test(from ?? '') && new URL(from).origin !== location.origin,
  )
}

function isWithin(shares) {
  const files = shares.flat()
  return files.length <= limits.files && files.reduce((sum, file) => sum + file.size, 0) <= limits.bytes
}

/** Drops what no page has taken within an hour, and the oldest shares above the limits. */
function dropOld(kept) {
  const fresh = []
  kept.openCursor(null, 'prev').onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return
    const { at, files } = cursor.value
    if (Math.abs(Date.now() - at) > hour || !isWithin([...fresh, files])) cursor.delete()
    else fresh.push(files)
    cursor.continue()
  }
}

function change(act) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('restante-shared', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('kept', { autoIncrement: true })
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const turn = database.transaction('kept', 'readwrite')
      turn.oncomplete = resolve
      turn.onabort = () => reject(turn.error)
      act(turn.objectStore('kept'))
      database.close()
    }
  })
}
