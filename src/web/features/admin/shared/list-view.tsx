import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Pager, useClampedPage } from '#web/ui/lists/pager.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { NotLoaded } from './not-loaded.tsx'

/** Rows for which room is kept until the first page is here. */
const usualRows = 20

/** One page of rows: the previous page until the next one is loaded. */
type LoadedList<Row> = {
  readonly list:
    | { readonly rows: readonly Row[]; readonly total: number; readonly pageSize: number }
    | undefined
  readonly error: Error | null
  readonly isPlaceholderData: boolean
  readonly refetch: () => Promise<unknown>
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** Text of a list without rows. */
  empty: string
  loaded: LoadedList<Row>
  page: number
  onPage: (page: number) => void
  /** Key of the current filter; announces the number of rows to screen readers when it changes. */
  chosenBy: string
  /** Stands above the table. */
  head?: ReactNode
}

/** A table with its pages. */
export function ListView<Row>(props: Props<Row>) {
  const { caption, columns, keyOf, empty, loaded, page, onPage, chosenBy, head } = props
  const { list, error, isPlaceholderData, refetch } = loaded
  const known = isPlaceholderData ? undefined : list
  useReadOut(chosenBy, known?.total)
  useClampedPage(page, known, onPage)
  return (
    <section className="card clip" aria-busy={isPlaceholderData}>
      {head}
      {!list && error && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {!list && !error && <WaitingRows rows={usualRows} />}
      {list && list.rows.length > 0 && (
        <DataTable caption={caption} columns={columns} rows={list.rows} keyOf={keyOf} />
      )}
      {list && list.rows.length === 0 && <p className="empty">{empty}</p>}
      {list && list.total > 0 && (
        <Pager page={page} pageSize={list.pageSize} total={list.total} onPage={onPage} />
      )}
    </section>
  )
}

/** Says how many rows there are as soon as that is known for another choice than before. */
function useReadOut(chosenBy: string, total: number | undefined): void {
  const told = useRef(chosenBy)
  useEffect(() => {
    if (total === undefined || told.current === chosenBy) return
    told.current = chosenBy
    announce(t('admin.list.found', { count: total }))
  }, [chosenBy, total])
}
