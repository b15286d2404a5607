import { createContext, use } from 'react'

/** The address that is shown, and its entry in the tab's history. */
export type Location = {
  readonly pathname: string
  /** With its question mark; empty without a query. */
  readonly search: string
  /** With its number sign; empty without one. */
  readonly hash: string
  /** State passed to navigate, of any type: history outlives a release. */
  readonly state: unknown
  /** Distinguishes this entry of the history from others. */
  readonly key: string
}

/** An address in the app: as text, or in parts, of which missing ones are empty. */
export type To = string | { readonly pathname: string; readonly search?: string; readonly hash?: string }

export const LocationContext = createContext<Location | null>(null)

/** @throws Error outside of the router */
export function useLocation(): Location {
  const location = use(LocationContext)
  if (!location) throw new Error('useLocation outside of the router')
  return location
}

/** An address as a link has it. The question mark and the number sign may be left out in its parts. */
export function hrefOf(to: To): string {
  if (typeof to === 'string') return to
  const { pathname, search = '', hash = '' } = to
  return pathname + withSign('?', search) + withSign('#', hash)
}

function withSign(sign: '?' | '#', part: string): string {
  return part === '' || part.startsWith(sign) ? part : sign + part
}

/** The member of a history entry's state that holds the location which stays behind it. */
type Behind = { readonly behind: Location }

/**
 * The state for a history entry that is shown above the page of a location, which stays as it is. The fragment is left out,
 * because it may be a secret.
 */
export function stateAbove(location: Location): Behind {
  return { behind: { ...location, hash: '' } }
}

/** The location whose page stays behind this one; undefined for an entry that stands for itself. */
export function locationBehind({ state }: Location): Location | undefined {
  return hasBehind(state) ? state.behind : undefined
}

/** Only `stateAbove` writes such a member. */
function hasBehind(state: unknown): state is Behind {
  return typeof state === 'object' && state !== null && 'behind' in state
}
