import { defineSearch } from '../../router/search.ts'
import { useSearch } from '../../router/use-search.ts'
import { columns, type FilesOrder, newestFirst, sorts } from './files-order.ts'

export const filters = ['all', 'encrypted', 'recent'] as const
export type FilesFilter = (typeof filters)[number]

/**
 * Filter, search and page of the list of files. Kept in the address, so that a reload and the Back button lead to the same
 * view.
 */
export type FilesView = FilesOrder & {
  readonly search: string
  readonly filter: FilesFilter
  readonly page: number
}

const filesSearch = defineSearch((query): FilesView => {
  const sort = query.oneOf('sort', [newestFirst.sort, ...sorts])
  return {
    sort,
    order: query.oneOf('order', [columns[sort].first, 'asc', 'desc']),
    filter: query.oneOf('filter', filters),
    search: query.text('search'),
    page: query.count('page'),
  }
})

/** The view that the address says, and a way to change it. Any change but that of the page leads to the first page. */
export function useFilesView(): [FilesView, (change: Partial<FilesView>) => void] {
  const [view, change] = useSearch(filesSearch)
  return [view, (part) => change({ page: 1, ...part })]
}
