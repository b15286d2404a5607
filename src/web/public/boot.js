// What runs before the app does: where the app cannot be loaded, or breaks while it starts, the page offers a reload
// instead of "Loading..." for ever. It stands in index.html before the app, and needs nothing but that page.
;(() => {
  function offerReload() {
    const starting = document.querySelector('.starting')
    const offer = document.getElementById('not-started')
    if (!starting || !offer?.hidden) return
    starting.remove()
    offer.hidden = false
    offer.querySelector('button')?.addEventListener('click', () => location.reload())
  }
  // A script of the page that cannot be fetched says so at its element only, and that does not bubble.
  const isOurScript = (target) => target instanceof HTMLScriptElement
  addEventListener('error', ({ target }) => (target === window || isOurScript(target)) && offerReload(), true)
  addEventListener('unhandledrejection', offerReload)

  // The key of an end-to-end encrypted transfer leaves the address before anything else reads that; the page finds it in the
  // storage of this tab. One within the path was written so by a mail filter, and the browser has sent it to the server.
  const link = /^\/download\/([\w-]{22})(?:%23k=(.+))?$/i.exec(location.pathname)
  const key = link?.[2] ? `!${link[2]}` : /^#k=(.+)$/.exec(location.hash)?.[1]
  if (link && key) {
    try {
      sessionStorage.setItem(`restante-key-${link[1]}`, key)
      history.replaceState(history.state, '', `/download/${link[1]}${location.search}`)
    } catch {
      // Without storage the page takes it out of the address itself.
    }
  }
})()
