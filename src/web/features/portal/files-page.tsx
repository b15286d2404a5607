import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/controls/button.tsx'
import { type TextKey, t } from '../../i18n/t.ts'
import { filesQuery } from '../../service/queries.ts'
import { Select } from '../../ui/controls/select.tsx'
import { FilterButtons, Pager, useClampedPage } from '../../ui/lists/list-controls.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { WaitingRows } from '../../ui/lists/waiting-rows.tsx'
import { ListProblem } from '../../ui/page/problems.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'
import { FilesTable, NoFiles } from './files-table.tsx'
import { type FilesFilter, type FilesOrder, filters, useFilesView } from './files-view.ts'

const pageSize = 20

const filterNames = {
  all: 'files.filterAll',
  encrypted: 'files.filterEncrypted',
  recent: 'files.filterRecent',
} as const satisfies Record<FilesFilter, string>

/** All available files of the account. */
export default function FilesPage() {
  useDocumentTitle(t('portal.files'))
  const [view, change] = useFilesView()
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...filesQuery({ ...view, pageSize }),
    placeholderData: keepPreviousData,
  })
  const goTo = (page: number) => change({ page })
  useClampedPage(view.page, isPlaceholderData ? undefined : data, goTo)
  const whole = view.search === '' && view.filter === 'all'
  return (
    <div className="stack">
      <h1>{t('portal.files')}</h1>
      <div className="bar-row between tools">
        <SearchField
          label={t('files.search')}
          search={view.search}
          onSearch={(search) => change({ search })}
        />
        <FilterButtons
          label={t('files.filter')}
          options={filters.map((value) => ({ value, text: t(filterNames[value]) }))}
          value={view.filter}
          onChange={(filter) => change({ filter })}
        />
        <SortChoice order={view} onChange={change} />
      </div>
      <section className="card clip" aria-label={t('portal.files')}>
        {data?.total === 0 && whole && <NoFiles />}
        {data?.total === 0 && !whole && (
          <div className="empty">
            <p>{t('files.noMatch')}</p>
            <Button onClick={() => change({ search: '', filter: 'all' })}>{t('files.showAll')}</Button>
          </div>
        )}
        {!data && isError && <ListProblem onRetry={() => refetch()} />}
        {!data && !isError && <WaitingRows rows={5} />}
        {data && data.total > 0 && (
          <>
            <FilesTable files={data.files} order={view} onOrder={change} />
            {data.total > pageSize && (
              <Pager page={view.page} pageSize={pageSize} total={data.total} onPage={goTo} />
            )}
          </>
        )}
      </section>
      <p className="hint" role="status">
        {data && t('files.count', { count: data.total })}
      </p>
    </div>
  )
}

const choices: readonly (FilesOrder & { name: TextKey })[] = [
  { sort: 'date', order: 'desc', name: 'files.newest' },
  { sort: 'date', order: 'asc', name: 'files.oldest' },
  { sort: 'name', order: 'asc', name: 'files.aToZ' },
  { sort: 'name', order: 'desc', name: 'files.zToA' },
  { sort: 'size', order: 'desc', name: 'files.largest' },
  { sort: 'size', order: 'asc', name: 'files.smallest' },
  { sort: 'expires', order: 'asc', name: 'files.endingFirst' },
  { sort: 'expires', order: 'desc', name: 'files.endingLast' },
  { sort: 'downloads', order: 'desc', name: 'files.mostFetched' },
  { sort: 'downloads', order: 'asc', name: 'files.leastFetched' },
]

type Props = { order: FilesOrder; onChange: (order: FilesOrder) => void }

/** Sorting where the table has no head to click on. */
function SortChoice({ order, onChange }: Props) {
  const chosen = choices.findIndex(({ sort, order: way }) => sort === order.sort && way === order.order)
  return (
    <Select
      className="input sort-choice"
      aria-label={t('files.sort')}
      options={choices.map(({ name }, index) => ({ value: index, text: t(name) }))}
      value={chosen}
      onChoose={(index) => {
        const choice = choices[index]
        if (choice) onChange({ sort: choice.sort, order: choice.order })
      }}
    />
  )
}
