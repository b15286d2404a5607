import { hrefOf, type Location, type To } from './location.ts'

/** What an entry of the browser's history holds for us. */
type Entry = { readonly state: unknown; readonly key: string }

type Options = {
  /** Takes the place of the present entry instead of coming after it. */
  readonly replace?: boolean
  /** Handed along to the page; must be cloneable. */
  readonly state?: unknown
}

const listeners = new Set<(location: Location) => void>()
addEventListener('popstate', notify)

export function currentLocation(): Location {
  const { pathname, search, hash } = location
  const { state, key } = entryOf(history.state)
  return { pathname, search, hash, state, key }
}

/** Goes to an address of the app, or so many steps through the tab's history. */
export function navigate(to: To | number, { replace = false, state = null }: Options = {}): void {
  if (typeof to === 'number') {
    history.go(to)
    return
  }
  const entry: Entry = { state, key: crypto.getRandomValues(new Uint32Array(2)).join('') }
  if (replace) history.replaceState(entry, '', hrefOf(to))
  else history.pushState(entry, '', hrefOf(to))
  notify()
}

/** Calls `listener` whenever somebody has gone somewhere, until the returned function is called. */
export function listen(listener: (location: Location) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  const next = currentLocation()
  for (const listener of listeners) listener(next)
}

/** The entry of another program, or of a link within the page, holds nothing. */
function entryOf(value: unknown): Entry {
  if (typeof value !== 'object' || value === null || !('key' in value)) return { state: null, key: 'first' }
  return { state: 'state' in value ? value.state : null, key: String(value.key) }
}
