import { useEffect, useEffectEvent } from 'react'
import { lastPage } from './last-page.ts'

/**
 * Goes to the last page of a list when the one that is asked for lies beyond it: rows may have gone, or its number comes
 * from a longer list. `list` is undefined until it is known.
 */
export function useClampedPage(
  page: number,
  list: { readonly total: number; readonly pageSize: number } | undefined,
  onPage: (page: number) => void,
): void {
  const last = list ? lastPage(list.total, list.pageSize) : page
  const goTo = useEffectEvent(onPage)
  useEffect(() => {
    if (page > last) goTo(last)
  }, [page, last])
}
