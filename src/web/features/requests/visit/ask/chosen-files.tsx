import { flushSync } from 'react-dom'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import type { SelectedItem, Selection } from '#web/transfers/selection/selection.ts'
import { focusAfterRemoval } from '#web/transfers/ui/picking/focus.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { FileSheet } from '#web/ui/icons/file-sheet.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { useRowWindow } from '#web/ui/lists/use-row-window.ts'
import { announce } from '#web/ui/messages/announce.tsx'

/** CSS pixels of a row whose name fits one line. */
const rowHeight = 60

/** Files to send, row by row; each can be removed. */
export function ChosenFiles({ items, onRemove }: { items: Selection; onRemove: (key: string) => void }) {
  const { list, start, end, before, after } = useRowWindow(items, rowHeight)
  function remove(item: SelectedItem, index: number) {
    flushSync(() => onRemove(item.key))
    focusAfterRemoval(index, items.length)
    announce(t('upload.announceRemoved', { items: items.length - 1 }))
  }
  return (
    <ul className="visit-rows" ref={list} aria-label={t('upload.selected')}>
      {before > 0 && <li className="gap" aria-hidden="true" style={{ blockSize: before }} />}
      {items.slice(start, end).map((item, place) => (
        <li
          key={item.key}
          data-row={start + place}
          aria-setsize={items.length}
          aria-posinset={start + place + 1}
        >
          {item.isFolder ? (
            <span className="sheet" aria-hidden="true">
              <Icon name="folder" />
            </span>
          ) : (
            <FileSheet name={item.name} />
          )}
          <span>
            <b className="break">
              <WrappedName name={item.name} />
            </b>
            <span className="sub">
              {item.isFolder && `${t('visit.files', { count: item.files.length })} · `}
              {formatSize(item.size)}
            </span>
          </span>
          <IconButton
            label={t('upload.remove', { name: item.name })}
            onClick={() => remove(item, start + place)}
          >
            <Icon name="close" />
          </IconButton>
        </li>
      ))}
      {after > 0 && <li className="gap" aria-hidden="true" style={{ blockSize: after }} />}
    </ul>
  )
}
