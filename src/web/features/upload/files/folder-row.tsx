import { type ReactNode, useId, useState } from 'react'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import type { SelectedItem } from '#web/transfers/selection/selection.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'

const FolderFiles = lazyExtra(() => import('./folder-files.tsx'))

/** A folder, which unfolds to its files. */
export function FolderRow({ item, children }: { item: SelectedItem; children: ReactNode }) {
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
        <span className="strong break">{item.name}</span>{' '}
        <span className="muted small line">{t('upload.folderFiles', { files: item.files.length })}</span>
      </div>
      <span className="muted small num">{formatSize(item.size)}</span>
      {children}
      {open && <FolderFiles item={item} id={id} />}
    </>
  )
}
