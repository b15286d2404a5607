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
})()
