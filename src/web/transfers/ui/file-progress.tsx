import { useEffect, useState } from 'react'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { formatSize } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { useRowWindow } from '../../ui/lists/use-row-window.ts'
import { filesInOrder, type OrderedFile } from '../engine/transfer-parts.ts'
import type { Selection } from '../selection/selection.ts'
import { useTransfers } from '../store/store.ts'

/** A file, its place, and how many bytes of all go out before it. */
type Row = OrderedFile & { readonly place: number; readonly start: number }

/** CSS pixels of a row whose name fits one line. */
const rowHeight = 44
const none: readonly Row[] = []

/**
 * How far each file has come. They are sent one after another, so that the bytes of all say it: `sent` of them have left
 * the browser.
 */
export default function FileProgress({ sent }: { sent: number }) {
  const { items } = useTransfers().selection
  const [rows, setRows] = useState(none)
  useEffect(() => {
    let current = true
    void rowsOf(items).then((found) => current && setRows(found))
    return () => {
      current = false
    }
  }, [items])
  const { list, start, end, before, after } = useRowWindow(rows, rowHeight)
  return (
    <ul className="file-progress" ref={list}>
      {before > 0 && <li className="gap" aria-hidden="true" style={{ blockSize: before }} />}
      {rows.slice(start, end).map(({ file, folder, name, place, start: at }) => (
        <li key={place} data-row={place} aria-setsize={rows.length} aria-posinset={place + 1}>
          <span className="break">
            <WrappedName name={folder === '' ? name : `${folder}/${name}`} />
          </span>
          <span className="muted num">{progressText(sent - at, file.size)}</span>
        </li>
      ))}
      {after > 0 && <li className="gap" aria-hidden="true" style={{ blockSize: after }} />}
    </ul>
  )
}

async function rowsOf(selection: Selection): Promise<Row[]> {
  let start = 0
  return (await filesInOrder(selection)).map((file, place) => {
    const row = { ...file, place, start }
    start += file.file.size
    return row
  })
}

function progressText(sent: number, size: number): string {
  if (sent <= 0) return size === 0 && sent === 0 ? t('upload.fileDone') : t('upload.fileWaiting')
  if (sent >= size) return t('upload.fileDone')
  return t('upload.bytes', { sent: formatSize(sent), total: formatSize(size) })
}
