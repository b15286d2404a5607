import { currentLocation, navigate } from './history.ts'
import { useLocation } from './location.ts'
import type { Search } from './search.ts'

/** What the query of the present address says, and a way to change a part of it in the same entry of the history. */
export function useSearch<Read extends Readonly<Record<string, string | number | undefined>>>(
  schema: Search<Read>,
): [values: Read, change: (part: Partial<Read>) => void] {
  const { search, pathname } = useLocation()
  function change(part: Partial<Read>) {
    // What has been changed may not have been drawn yet, and would be taken back; another page may have been gone to.
    const now = currentLocation()
    if (now.pathname !== pathname) return
    const changed = schema.write({ ...schema.read(now.search), ...part })
    navigate({ pathname, search: changed }, { replace: true, state: now.state })
  }
  return [schema.read(search), change]
}
