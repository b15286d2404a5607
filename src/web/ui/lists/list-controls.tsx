import './lists.css'
import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../controls/button.tsx'
import { Icon } from '../icons/icon.tsx'
import { PanelIcon } from '../icons/panel-icon.tsx'
import { announce } from '../messages/announce.tsx'

type Props = {
  page: number
  pageSize: number
  /** Rows on all pages together. */
  total: number
  onPage: (page: number) => void
}

/** Which rows of a list are shown, and the way to the next ones: to the top of the section that it stands in. */
export function Pager({ page, pageSize, total, onPage }: Props) {
  const last = lastPage(total, pageSize)
  const from = Math.min((page - 1) * pageSize + 1, total)
  const to = Math.min(page * pageSize, total)
  const nav = useRef<HTMLElement>(null)
  function turn(to: number) {
    onPage(to)
    nav.current?.closest('section')?.scrollIntoView({ block: 'start' })
    announce(t('pager.page', { page: to, last }))
  }
  return (
    <nav className="pager" ref={nav} aria-label={t('pager.label')}>
      <span className="small muted num">
        {total === 0 ? t('pager.none') : t('pager.rows', { from, to, total })}
      </span>
      {last > 1 && (
        <span className="bar-row">
          <Button aria-disabled={page <= 1} onClick={() => turn(page - 1)}>
            <Icon name="back" />
            {t('pager.previous')}
          </Button>
          <span className="small num">{t('pager.page', { page, last })}</span>
          <Button aria-disabled={page >= last} onClick={() => turn(page + 1)}>
            {t('pager.next')}
            <PanelIcon name="forward" />
          </Button>
        </span>
      )}
    </nav>
  )
}

/** The number of the last page; 1 where there are no rows. */
function lastPage(total: number, pageSize: number): number {
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

type FilterButtonsProps<Value extends string> = {
  label: string
  options: readonly { readonly value: Value; readonly text: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of several filters of a list. */
export function FilterButtons<Value extends string>({
  label,
  options,
  value,
  onChange,
}: FilterButtonsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend that can be seen
    <div className="seg" role="group" aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.value}
          variant="plain"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </Button>
      ))}
    </div>
  )
}
