// Keeps files that a phone shares with the app until its page takes them: src/web/features/upload/handed-files.tsx. It answers
// POST /share alone; every other request, such as for an address below /share/, goes on to the server.
const hour = 60 * 60 * 1000

addEventListener('activate', (event) => event.waitUntil(change((kept) => dropOld(kept))))

addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === '/share') event.respondWith(keep(event.request))
})

/** The page says so where nothing could be kept. */
async function keep(request) {
  try {
    const form = await request.formData()
    const files = form.getAll('files').filter((part) => part instanceof File)
    await change((kept) => {
      dropOld(kept)
      if (files.length > 0) kept.add({ at: Date.now(), files })
    })
  } catch {}
  return Response.redirect('/?shared', 303)
}

/** Drops what no page has taken within an hour. */
function dropOld(kept) {
  kept.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return
    if (Math.abs(Date.now() - cursor.value.at) > hour) cursor.delete()
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
