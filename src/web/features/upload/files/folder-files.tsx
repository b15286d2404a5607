import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import type { SelectedItem } from '#web/transfers/selection/selection.ts'
import { transfers } from '#web/transfers/store/store.ts'
import { focusPicker } from '#web/transfers/ui/picking/focus.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { FileSign } from './file-sign.tsx'

/** Files that are shown at first, and how many more at a time: a folder may hold 80,000. */
const firstShown = 3
const step = 200

/** Files of a folder. Each can be removed. */
export default function FolderFiles({ item, id }: { item: SelectedItem; id: string }) {
  const { files, name, key } = item
  const [max, setMax] = useState(firstShown)
  const shown = files.slice(0, max)
  const left = files.length - shown.length
  function remove(path: string, index: number) {
    flushSync(() => transfers.removeFile(key, path))
    const buttons = document.getElementById(id)?.querySelectorAll<HTMLElement>('.icon-btn')
    const next = buttons?.[Math.min(index, buttons.length - 1)]
    if (next) next.focus()
    else focusPicker()
    announce(t('upload.announceRemoved', { items: transfers.read().selection.items.length }))
  }
  function showMore() {
    flushSync(() => setMax(max + step))
    document.getElementById(id)?.querySelectorAll<HTMLElement>('.icon-btn')[shown.length]?.focus()
  }
  return (
    <ul className="tree" id={id}>
      {shown.map(({ file, path }, index) => {
        const inside = path.slice(name.length + 1)
        return (
          <li key={path}>
            <FileSign file={file} />
            <span className="break">
              <WrappedName name={inside} />
            </span>
            <span className="muted small num">{formatSize(file.size)}</span>
            <IconButton label={t('upload.remove', { name: inside })} onClick={() => remove(path, index)}>
              <Icon name="close" />
            </IconButton>
          </li>
        )
      })}
      {left > 0 && (
        <li className="rest">
          <Button variant="quiet" className="small" onClick={showMore}>
            {left <= step
              ? t('upload.showAll', { items: files.length })
              : t('upload.showMore', { items: step })}
          </Button>
        </li>
      )}
    </ul>
  )
}
