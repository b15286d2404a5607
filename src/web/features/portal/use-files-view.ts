import { navigate } from '../../app/router/history.ts'
import { useLocation } from '../../app/router/location.ts'
import { columns, type FilesOrder, newestFirst, sorts } from './files-order.ts'

export const filters = ['all', 'encrypted', 'recent'] as const
export type FilesFilter = (typeof filters)[number]

/** What of one's files is shown. It stands in the address, so that a reload and the way back lead to the same. */
export type FilesView = FilesOrder & {
  readonly search: string
  readonly filter: FilesFilter
  readonly page: number
}

const wholeList: FilesView = { ...newestFirst, search: '', filter: 'all', page: 1 }

/** The view that the address says, and a way to change it. Any change but that of the page leads to the first page. */
export function useFilesView(): [FilesView, (change: Partial<FilesView>) => void] {
  const { search, pathname } = useLocation()
  const view = readView(new URLSearchParams(search))
  function change(part: Partial<FilesView>) {
    const next = { ...view, page: 1, ...part }
    navigate({ pathname, search: writeView(next) }, { replace: true })
  }
  return [view, change]
}

function readView(address: URLSearchParams): FilesView {
  const filter = filters.find((name) => name === address.get('filter')) ?? wholeList.filter
  const sort = sorts.find((name) => name === address.get('sort')) ?? wholeList.sort
  const order = address.get('order')
  const page = Number(address.get('page'))
  return {
    search: address.get('search') ?? '',
    filter,
    sort,
    order: order === 'asc' || order === 'desc' ? order : columns[sort].first,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Only what differs from the whole list. */
function writeView({ search, filter, sort, order, page }: FilesView): string {
  const address = new URLSearchParams()
  if (search !== wholeList.search) address.set('search', search)
  if (filter !== wholeList.filter) address.set('filter', filter)
  if (sort !== wholeList.sort) address.set('sort', sort)
  if (order !== columns[sort].first) address.set('order', order)
  if (page !== wholeList.page) address.set('page', String(page))
  return address.toString()
}
