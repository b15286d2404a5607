import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../../i18n/t.ts'
import { filesQuery } from '../../service/queries.ts'
import { FilterButtons } from '../../ui/lists/filter-buttons.tsx'
import { Pager, useClampedPage } from '../../ui/lists/pager.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { WaitingRows } from '../../ui/lists/waiting-rows.tsx'
import { ListProblem } from '../../ui/page/problems.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'
import { FilesTable } from './files-table.tsx'
import { NoFiles } from './no-files.tsx'
import { SortChoice } from './sort-choice.tsx'
import { type FilesFilter, filters, useFilesView } from './use-files-view.ts'

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
