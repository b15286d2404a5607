import './lists.css'
import { useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../controls/button.tsx'
import { Icon } from '../icons/icon.tsx'
import { PanelIcon } from '../icons/panel-icon.tsx'
import { announce } from '../messages/announce.tsx'
import { lastPage } from './use-clamped-page.ts'

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
