import type { OwnFilesQuery } from '#contract/transfers/files.ts'
import type { TextKey } from '../../i18n/t.ts'
import { defineSearch } from '../../router/search.ts'
import { useSearch } from '../../router/use-search.ts'

export type FilesSort = OwnFilesQuery['sort']
export type FilesOrder = { readonly sort: FilesSort; readonly order: 'asc' | 'desc' }

/** The columns that a list can be sorted by, and which way each goes first. */
export const columns = {
  name: { name: 'files.name', first: 'asc' },
  size: { name: 'file.size', first: 'desc' },
  date: { name: 'download.uploaded', first: 'desc' },
  expires: { name: 'download.expires', first: 'asc' },
  downloads: { name: 'download.downloads', first: 'desc' },
} as const satisfies Record<FilesSort, { name: TextKey; first: 'asc' | 'desc' }>

const sorts = ['name', 'size', 'date', 'expires', 'downloads'] as const satisfies readonly FilesSort[]

const newestFirst: FilesOrder = { sort: 'date', order: 'desc' }

/** The order after a click on a column: the other way round, or its own first way. */
export function orderBy(sort: FilesSort, present: FilesOrder): FilesOrder {
  if (present.sort !== sort) return { sort, order: columns[sort].first }
  return { sort, order: present.order === 'asc' ? 'desc' : 'asc' }
}

export const filters = ['all', 'encrypted', 'recent'] as const
export type FilesFilter = (typeof filters)[number]

/**
 * Filter, search and page of the list of files. Kept in the address, so that a reload and the Back button lead to the same
 * view.
 */
type FilesView = FilesOrder & {
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
