import { navigate } from './history.ts'
import { useLocation } from './location.ts'
import type { Search } from './search.ts'

/** What the query of the present address says, and a way to change a part of it in the same entry of the history. */
export function useSearch<Read extends Readonly<Record<string, string | number | undefined>>>(
  schema: Search<Read>,
): [values: Read, change: (part: Partial<Read>) => void] {
  const { search, pathname, state } = useLocation()
  const values = schema.read(search)
  function change(part: Partial<Read>) {
    navigate({ pathname, search: schema.write({ ...values, ...part }) }, { replace: true, state })
  }
  return [values, change]
}
