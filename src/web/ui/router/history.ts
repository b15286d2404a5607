import { hrefOf, type Place, type To } from './place.ts'

/** What an entry of the browser's history holds for us. */
type Entry = { readonly state: unknown; readonly key: string }

type Options = {
  /** Takes the place of the present entry instead of coming after it. */
  readonly replace?: boolean
  /** Handed along to the page; must be cloneable. */
  readonly state?: unknown
}

const listeners = new Set<(place: Place) => void>()
addEventListener('popstate', tell)

export function currentPlace(): Place {
  const { pathname, search, hash } = location
  const { state, key } = entryOf(history.state)
  return { pathname, search, hash, state, key }
}

/** Goes to an address of the app, or so many steps through the tab's history. */
export function go(to: To | number, { replace = false, state = null }: Options = {}): void {
  if (typeof to === 'number') {
    history.go(to)
    return
  }
  const entry: Entry = { state, key: crypto.getRandomValues(new Uint32Array(2)).join('') }
  if (replace) history.replaceState(entry, '', hrefOf(to))
  else history.pushState(entry, '', hrefOf(to))
  tell()
}

/** Calls `listener` whenever somebody has gone somewhere, until the returned function is called. */
export function listen(listener: (place: Place) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  const place = currentPlace()
  for (const listener of listeners) listener(place)
}

/** The entry of another program, or of a link within the page, holds nothing. */
function entryOf(value: unknown): Entry {
  if (typeof value !== 'object' || value === null || !('key' in value)) return { state: null, key: 'first' }
  return { state: 'state' in value ? value.state : null, key: String(value.key) }
}
