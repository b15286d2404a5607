import { currentLocation, listen } from '../../router/history.ts'
import { browserStore } from '../browser/browser-store.ts'

const storageKey = 'restante.scroll'
/** Places that are remembered across a reload, the latest ones. */
const maxPlaces = 50
/** Milliseconds to wait for the earlier content of a page before giving up. */
const maxWait = 10_000

/** How far the places of this tab's history were scrolled when they were left, by their keys, in CSS pixels. */
const scrolled = new Map<string, number>(read())
let shown = currentLocation().key

// The browser would scroll before the page is there.
history.scrollRestoration = 'manual'
listen(({ key }) => {
  remember()
  shown = key
})
addEventListener('pagehide', () => {
  remember()
  try {
    browserStore('sessionStorage')?.setItem(storageKey, JSON.stringify([...scrolled].slice(-maxPlaces)))
  } catch {}
})

/**
 * Scrolls the page as far as it was at the place of this key, and as soon as there is so much of it: what it lists may come
 * later. Anyone who scrolls meanwhile ends it, and so does the returned function. A new place begins at its top, if `moved`.
 */
export function scrollBack(key: string, moved: boolean): (() => void) | undefined {
  const to = scrolled.get(key) ?? (moved ? 0 : undefined)
  if (to === undefined) return undefined
  const over = new AbortController()
  const { signal } = over
  const stop = () => over.abort()
  const scroll = () => {
    window.scrollTo(0, to)
    if (Math.abs(window.scrollY - to) < 2) stop()
  }
  const grown = new ResizeObserver(scroll)
  signal.addEventListener('abort', () => grown.disconnect())
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(event, stop, { signal, passive: true })
  setTimeout(stop, maxWait)
  grown.observe(document.body)
  scroll()
  return stop
}

function remember(): void {
  scrolled.delete(shown)
  scrolled.set(shown, window.scrollY)
}

/** Anything may stand in the storage. */
function read(): [key: string, to: number][] {
  try {
    const kept: unknown = JSON.parse(browserStore('sessionStorage')?.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isPlace) : []
  } catch {
    return []
  }
}

function isPlace(value: unknown): value is [key: string, to: number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'
}
