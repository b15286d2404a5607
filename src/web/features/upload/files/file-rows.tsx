import { type ReactNode, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { findItems, type SelectedItem, type Selection } from '#web/transfers/selection/selection.ts'
import { focusRow } from '#web/transfers/ui/picking/focus.ts'
import { usePhone } from '#web/ui/browser/use-phone.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'
import { useRowWindow } from '#web/ui/lists/use-row-window.ts'
import { announce } from '#web/ui/messages/announce.tsx'
import { FileSign } from './file-sign.tsx'

const SearchField = lazyExtra(async () => {
  const { SearchField } = await import('../../../ui/lists/search-field.tsx')
  return { default: SearchField }
})

/** Rows above which they can be searched. */
const maxUnsearched = 200
/** Rows that a phone shows of a longer list until more are asked for. */
const maxOnPhone = 4
/** CSS pixels of a row whose name fits one line. */
const rowHeight = 56

type Props = {
  selection: Selection
  /** `index` and `shown` count the rows that are listed. */
  onRemove: (item: SelectedItem, index: number, shown: number) => void
}

/** The rows of the list, of which there may be 80,000; a long list can be searched, and folds on a phone. */
export function FileRows({ selection, onRemove }: Props) {
  const [search, setSearch] = useState('')
  const [unfolded, setUnfolded] = useState(false)
  const searched = selection.length > maxUnsearched
  const items = useMemo(
    () => (searched ? findItems(selection, search) : selection),
    [selection, search, searched],
  )
  const folded = usePhone() && !unfolded && search === '' && items.length > maxOnPhone
  const listed = useMemo(() => (folded ? items.slice(0, maxOnPhone) : items), [items, folded])
  function find(text: string) {
    setSearch(text)
    announce(t('upload.found', { items: findItems(selection, text).length }))
  }
  function unfold() {
    flushSync(() => setUnfolded(true))
    focusRow(maxOnPhone)
  }
  return (
    <>
      {searched && (
        <div className="files-search">
          <SearchField label={t('upload.search')} search={search} onSearch={find} />
        </div>
      )}
      <Rows items={listed} onRemove={onRemove} />
      {folded && (
        <Button variant="quiet" className="small show-all" onClick={unfold}>
          {t('upload.showAll', { items: items.length })}
          <Icon name="chevron" />
        </Button>
      )}
    </>
  )
}

function Rows({ items, onRemove }: { items: Selection; onRemove: Props['onRemove'] }) {
  const { list, start, end, before, after } = useRowWindow(items, rowHeight)
  return (
    <ul className="files" ref={list}>
      {before > 0 && <li className="gap" aria-hidden="true" style={{ blockSize: before }} />}
      {items.slice(start, end).map((item, place) => {
        const [first] = item.files
        const remove = (
          <IconButton
            label={t('upload.remove', { name: item.name })}
            onClick={() => onRemove(item, start + place, items.length)}
          >
            <Icon name="close" />
          </IconButton>
        )
        return (
          <li
            key={item.key}
            data-row={start + place}
            aria-setsize={items.length}
            aria-posinset={start + place + 1}
          >
            {item.isFolder ? (
              <FolderRow item={item}>{remove}</FolderRow>
            ) : (
              <>
                {first && <FileSign file={first.file} />}
                <span className="strong break">
                  <WrappedName name={item.name} />
                </span>
                <span className="muted small num">{formatSize(item.size)}</span>
                {remove}
              </>
            )}
          </li>
        )
      })}
      {after > 0 && <li className="gap" aria-hidden="true" style={{ blockSize: after }} />}
    </ul>
  )
}

const FolderFiles = lazyExtra(() => import('./folder-files.tsx'))

/** A folder, which unfolds to its files. */
function FolderRow({ item, children }: { item: SelectedItem; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        className="unfold"
        label={t('upload.filesIn', { name: item.name })}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="folder" />
        <Icon name="chevron" className="chev" />
      </IconButton>
      <div>
        <span className="strong break">
          <WrappedName name={item.name} />
        </span>{' '}
        <span className="muted small line">{t('upload.folderFiles', { files: item.files.length })}</span>
      </div>
      <span className="muted small num">{formatSize(item.size)}</span>
      {children}
      {open && <FolderFiles item={item} id={id} />}
    </>
  )
}
