import { useMemo, useState } from 'react'
import { formatSize } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import type { SelectedItem, Selection } from '../../transfers/selection/selection.ts'
import { findItems } from '../../transfers/selection/selection.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { IconButton } from '../../ui/icons/icon-button.tsx'
import { lazyExtra } from '../../ui/lazy/lazy-extra.ts'
import { useRowWindow } from '../../ui/lists/use-row-window.ts'
import { announce } from '../../ui/messages/announce.tsx'

const SearchField = lazyExtra(async () => {
  const { SearchField } = await import('../../ui/lists/search-field.tsx')
  return { default: SearchField }
})

/** Rows above which they can be searched. */
const maxUnsearched = 200
/** CSS pixels of a row whose name fits one line. */
const rowHeight = 56

type Props = {
  selection: Selection
  /** `index` and `shown` count the rows that are listed. */
  onRemove: (item: SelectedItem, index: number, shown: number) => void
}

/** The rows of the list, of which there may be 80,000; a long list can be searched. */
export function FileRows({ selection, onRemove }: Props) {
  const [search, setSearch] = useState('')
  const searched = selection.length > maxUnsearched
  const items = useMemo(
    () => (searched ? findItems(selection, search) : selection),
    [selection, search, searched],
  )
  function find(text: string) {
    setSearch(text)
    announce(t('upload.found', { items: findItems(selection, text).length }))
  }
  return (
    <>
      {searched && (
        <div className="files-search">
          <SearchField label={t('upload.search')} search={search} onSearch={find} />
        </div>
      )}
      <Rows items={items} onRemove={onRemove} />
    </>
  )
}

function Rows({ items, onRemove }: { items: Selection; onRemove: Props['onRemove'] }) {
  const { list, shown } = useRowWindow(items, rowHeight)
  const { start, end, before, after } = shown
  return (
    <ul className="files" ref={list}>
      {before > 0 && <li className="gap" aria-hidden="true" style={{ blockSize: before }} />}
      {items.slice(start, end).map((item, place) => (
        <li
          key={item.key}
          data-row={start + place}
          aria-setsize={items.length}
          aria-posinset={start + place + 1}
        >
          <Icon name={item.isFolder ? 'folder' : 'file'} />
          <div>
            <span className="strong break">{item.name}</span>{' '}
            {item.isFolder && (
              <span className="muted small nowrap">
                {t('upload.folderFiles', { files: item.files.length })}
              </span>
            )}
          </div>
          <span className="muted small num">{formatSize(item.size)}</span>
          <IconButton
            label={t('upload.remove', { name: item.name })}
            onClick={() => onRemove(item, start + place, items.length)}
          >
            <Icon name="close" />
          </IconButton>
        </li>
      ))}
      {after > 0 && <li className="gap" aria-hidden="true" style={{ blockSize: after }} />}
    </ul>
  )
}
