import type { Location } from './location.ts'
import { defineSearch } from './search.ts'

/** What pages take in their query that someone comes to on the way elsewhere: where to go on to. */
export const redirectSearch = defineSearch((query) => ({ redirect: query.path('redirect') }))

/**
 * The address of a page from which one goes on to a location. What follows its number sign is left out: a query is sent
 * to the server at the next reload, and that never is.
 */
export function withRedirect(
  path: string,
  { pathname, search = '' }: Pick<Location, 'pathname' | 'search'>,
): string {
  return `${path}?${redirectSearch.write({ redirect: pathname + search })}`
}
