import { currentLocation, navigate } from './history.ts'
import { useLocation } from './location.ts'
import { locationBehind, stateAbove } from './location-behind.ts'
import { withRedirect } from './redirect.ts'
import type { Search } from './search.ts'

/**
 * What the query of the present address says, and a way to change a part of it in the same entry of the history. A page
 * that rests behind the login page changes what it comes back to.
 */
export function useSearch<Read extends Readonly<Record<string, string | number | undefined>>>(
  schema: Search<Read>,
): [values: Read, change: (part: Partial<Read>) => void] {
  const { search, pathname } = useLocation()
  function change(part: Partial<Read>) {
    // What has been changed may not have been drawn yet, and would be taken back; another page may have been gone to.
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
