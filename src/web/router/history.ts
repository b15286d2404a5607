import { hrefOf, type Location, type To } from './location.ts'

/** State of the app in an entry of the browser's history. */
type Entry = {
  readonly state: unknown
  readonly key: string
  /** Counts the entries of this tab, from its first. */
  readonly index: number
}

type Options = {
  /** Takes the place of the present entry instead of coming after it. */
  readonly replace?: boolean
  /** Handed along to the page; must be cloneable. */
  readonly state?: unknown
}

const listeners = new Set<(location: Location) => void>()
const blockers = new Set<() => boolean>()
/** The index of the entry that is shown. */
let shown = entryOf(history.state)?.index ?? 0
/** Whether the next step through the history only takes back the one before. */
let takingBack = false

if (!entryOf(history.state)) history.replaceState(newEntry(null, shown), '')
addEventListener('popstate', onStep)

export function currentLocation(): Location {
  const { pathname, search, hash } = location
  const { state, key } = entryOf(history.state) ?? { state: null, key: 'first' }
  return { pathname, search, hash, state, key }
}

/** Goes to an address of the app, or by a number of steps through the tab's history. */
export function navigate(to: To | number, { replace = false, state = null }: Options = {}): void {
  if (typeof to === 'number') {
    history.go(to)
    return
  }
  if (!replace) shown += 1
  history[replace ? 'replaceState' : 'pushState'](newEntry(state, shown), '', hrefOf(to))
  notify()
}

/** Calls `listener` whenever another location is shown, until the returned function is called. */
export function listen(listener: (location: Location) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Asks before Back, Forward or a swipe leaves the page, until the returned function is called. Does not ask for links, which
 * are clicked on purpose.
 * @param mayLeave asks; false stays on the page
 */
export function blockSteps(mayLeave: () => boolean): () => void {
  blockers.add(mayLeave)
  return () => blockers.delete(mayLeave)
}

/** The browser has gone through its history, or to a link within the page. */
function onStep(): void {
  const entry = entryOf(history.state)
  if (takingBack) {
    takingBack = false
    return
  }
  if (!entry) {
    // A link within the page made an entry of its own.
    shown += 1
    history.replaceState(newEntry(null, shown), '')
  } else if (entry.index !== shown) {
    if (![...blockers].every((mayLeave) => mayLeave())) {
      takingBack = true
      history.go(shown - entry.index)
      return
    }
    shown = entry.index
  }
  notify()
}

function notify(): void {
  const next = currentLocation()
  for (const listener of listeners) listener(next)
}

function newEntry(state: unknown, index: number): Entry {
  return { state, key: crypto.getRandomValues(new Uint32Array(2)).join(''), index }
}

/** The entry of another program, or of a link within the page, is none. */
function entryOf(value: unknown): Entry | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { state = null, key, index }: { state?: unknown; key?: unknown; index?: unknown } = value
  return typeof key === 'string' && typeof index === 'number' ? { state, key, index } : undefined
}

/**
 * Remembers the current entry of the history. The returned function says whether it is still shown, for code that runs after a
 * wait. The browser returns the same state object as long as an entry is shown; each entry of the app has one.
 */
export function rememberPlace(): () => boolean {
  const shown: unknown = history.state
  return () => history.state === shown
}
