import { t } from '../../i18n/t.ts'

/**
 * Asks before the page is left while `busy` says so: by a link of the app, by another address, or by closing the tab.
 * Returns what ends it.
 */
export function askBeforeLeaving(busy: () => boolean): () => void {
  const over = new AbortController()
  function warn(event: BeforeUnloadEvent) {
    if (busy()) event.preventDefault()
  }
  function ask(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.hash || link?.target
    if (!link || elsewhere || link.origin !== location.origin || !busy()) return
    if (window.confirm(t('upload.leave'))) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('beforeunload', warn, { signal: over.signal })
  document.addEventListener('click', ask, { capture: true, signal: over.signal })
  return () => over.abort()
}
