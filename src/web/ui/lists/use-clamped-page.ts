import { useEffect, useEffectEvent } from 'react'

/** The number of the last page; 1 where there are no rows. */
export function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

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
