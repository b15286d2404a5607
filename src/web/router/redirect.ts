import type { Location } from './location.ts'
import { defineSearch } from './search.ts'

/** Query of pages that lead on to another: the address to continue at. */
export const redirectSearch = defineSearch((query) => ({ redirect: query.path('redirect') }))

/**
 * The address of a page that leads on to a location. Leaves out the location's fragment: a reload sends the query to the
 * server, and a fragment must never be sent.
 */
export function withRedirect(
  path: string,
  { pathname, search = '' }: Pick<Location, 'pathname' | 'search'>,
): string {
  return `${path}?${redirectSearch.write({ redirect: pathname + search })}`
}
