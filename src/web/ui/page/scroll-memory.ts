/** How far the places of this tab's history were scrolled, by their keys. */
const scrolled = new Map<string, number>()

// The browser would scroll before the page is there. Only after a reload it knows better.
history.scrollRestoration = 'manual'
addEventListener('pagehide', () => {
  history.scrollRestoration = 'auto'
})

/** How far a place was scrolled when it was left, in CSS pixels; a new one is at its top. */
export function scrolledTo(key: string): number {
  return scrolled.get(key) ?? 0
}

/** Remembers how far a place is scrolled, until the returned function is called. */
export function rememberScroll(key: string): () => void {
  const remember = () => scrolled.set(key, window.scrollY)
  addEventListener('scroll', remember, { passive: true })
  return () => removeEventListener('scroll', remember)
}
