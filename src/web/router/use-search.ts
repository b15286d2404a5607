import { currentLocation, navigate } from './history.ts'
import { locationBehind, stateAbove, useLocation } from './location.ts'
import { type Search, withRedirect } from './search.ts'

/**
 * Parameters in the query of the current address, and a function that changes some of them in the same entry of the history. A
 * page behind the login page changes the address that it comes back to.
 */
export function useSearch<Read extends Readonly<Record<string, string | number | undefined>>>(
  schema: Search<Read>,
): [values: Read, change: (part: Partial<Read>) => void] {
  const { search, pathname } = useLocation()
  function change(part: Partial<Read>) {
    // Reads the current location: an earlier change may not have been rendered yet and would be undone, and another page may be
    // open by now.
    const now = currentLocation()
    const behind = locationBehind(now)
    const own = behind ?? now
    if (own.pathname !== pathname) return
    const changed = schema.write({ ...schema.read(own.search), ...part })
    if (!behind) return navigate({ pathname, search: changed }, { replace: true, state: now.state })
    const back = { ...behind, search: changed && `?${changed}` }
    navigate(withRedirect(now.pathname, back), { replace: true, state: stateAbove(back) })
  }
  return [schema.read(search), change]
}
