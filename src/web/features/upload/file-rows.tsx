import { memo } from 'react'
import { formatSize } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import type { Selection } from '../../transfers/selection/selection.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

type Props = {
  selection: Selection
  /** May depend on nothing but the selection. */
  onRemove: (key: string) => void
}

/** The rows of the list. There may be thousands, so that they are drawn again only when the selection or the language changes. */
export const FileRows = memo(
  function FileRows({ selection, onRemove }: Props) {
    useLanguage()
    return (
      <ul className="files">
        {selection.map((item) => (
          <li key={item.key}>
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
            <IconButton label={t('upload.remove', { name: item.name })} onClick={() => onRemove(item.key)}>
              <Icon name="close" />
            </IconButton>
          </li>
        ))}
      </ul>
    )
  },
  (before, after) => before.selection === after.selection,
)
