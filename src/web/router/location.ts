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
