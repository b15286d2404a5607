import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { RetryButton } from '#web/ui/controls/retry-button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Pager, useClampedPage } from '#web/ui/lists/list-controls.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'

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
  const announced = useRef(chosenBy)
  useEffect(() => {
    if (total === undefined || announced.current === chosenBy) return
    announced.current = chosenBy
    announce(t('admin.list.found', { count: total }))
  }, [chosenBy, total])
}

type RowActionsProps = {
  /** Subject of the row, for the names of the buttons. */
  name: string
  onView: () => void
  onEdit?: () => void
  onDelete: () => void
}

export function RowActions({ name, onView, onEdit, onDelete }: RowActionsProps) {
  return (
    <>
      <IconButton label={t('admin.view', { name })} onClick={onView}>
        <Icon name="eye" />
      </IconButton>
      {onEdit && (
        <IconButton label={t('admin.edit', { name })} onClick={onEdit}>
          <PanelIcon name="pencil" />
        </IconButton>
      )}
      <IconButton label={t('admin.delete', { name })} onClick={onDelete}>
        <Icon name="bin" />
      </IconButton>
    </>
  )
}

type NotLoadedProps = {
  /** Why it could not be loaded. */
  error: Error
  onRetry: () => void
}

/** Stands where something could not be loaded. */
export function NotLoaded({ error, onRetry }: NotLoadedProps) {
  return (
    <div className="card card-pad stack not-loaded" role="alert">
      <h2>{t('admin.loadProblem')}</h2>
      <p className="lines">{failureText(error, 'admin.loadFailed')}</p>
      <div>
        <RetryButton onRetry={onRetry} />
      </div>
    </div>
  )
}
