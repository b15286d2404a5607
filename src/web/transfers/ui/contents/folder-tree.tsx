import { type ReactNode, useState } from 'react'
import type { Member } from '#contract/transfers/members.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { type Folder, type Leaf, openAtFirst } from './build-tree.ts'
import type { Selected } from './use-selection.ts'

type Props = {
  root: Folder
  selected: Selected
  onSelectAll: ((members: readonly Member[]) => void) | undefined
  /** Undefined where it is only looked at. */
  onDownload: ((members: readonly Member[]) => void) | undefined
  /** A file's row. */
  children: (leaf: Leaf) => ReactNode
}

/** The files of a transfer in the folders they were sent in. Files come before folders. */
export function FolderTree({ root, ...shared }: Props) {
  const [open, setOpen] = useState(() => openAtFirst(root))
  function toggle({ path }: Folder) {
    const next = new Set(open)
    if (!next.delete(path)) next.add(path)
    setOpen(next)
  }
  return <Level folder={root} {...shared} open={open} onToggle={toggle} />
}

type LevelProps = Omit<Props, 'root'> & {
  folder: Folder
  open: ReadonlySet<string>
  onToggle: (folder: Folder) => void
}

function Level({ folder, ...shared }: LevelProps) {
  return (
    <ul className={folder.path === '' ? 'c-list' : 'c-level'}>
      {folder.files.map((leaf) => (
        <li key={leaf.index} className="c-row" data-row={leaf.index}>
          {shared.children(leaf)}
        </li>
      ))}
      {folder.folders.map((inner) => (
        <li key={inner.path}>
          <FolderRow folder={inner} {...shared} />
          {shared.open.has(inner.path) && <Level folder={inner} {...shared} />}
        </li>
      ))}
    </ul>
  )
}

function FolderRow({ folder, open, selected, onSelectAll, onDownload, onToggle }: LevelProps) {
  const { name, path, all } = folder
  const ticked = all.filter(({ n }) => selected.has(n)).length
  const isOpen = open.has(path)
  const size = all.reduce((sum, member) => sum + member.size, 0)
  return (
    <div className="c-row">
      {onSelectAll && (
        <label className="tick">
          <input
            type="checkbox"
            checked={ticked === all.length}
            ref={(box) => {
              if (box) box.indeterminate = ticked > 0 && ticked < all.length
            }}
            onChange={() => onSelectAll(all)}
          />
          <span className="vh">{t('contents.selectFolder', { name })}</span>
        </label>
      )}
      <span className="c-folder" aria-hidden="true">
        <Icon name="folder" />
      </span>
      <Button variant="plain" className="c-name" aria-expanded={isOpen} onClick={() => onToggle(folder)}>
        <b>
          <WrappedName name={name} />
        </b>
        <small>
          {t('contents.heading', { files: all.length })} · {formatSize(size)}
          {ticked > 0 && ticked < all.length && ` · ${t('contents.someSelected', { files: ticked })}`}
        </small>
      </Button>
      <span className="c-ends">
        <span className={`c-turn ${isOpen ? 'c-turned' : ''}`} aria-hidden="true">
          <Icon name="chevron" />
        </span>
        {onDownload && (
          <IconButton label={t('contents.downloadFolder', { name })} onClick={() => onDownload(all)}>
            <Icon name="download" />
          </IconButton>
        )}
      </span>
    </div>
  )
}
