import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PanelIcon } from '../../ui/panel-icon.tsx'

type Props = {
  /** What the row is about: it makes the names of the buttons. */
  name: string
  onView: () => void
  onEdit?: () => void
  onDelete: () => void
}

export function RowActions({ name, onView, onEdit, onDelete }: Props) {
  return (
    <>
      <IconButton label={t('admin.view', { name })} onClick={onView}>
        <Icon name="eye" />
      </IconButton>
      {onEdit && (
        <IconButton label={t('admin.edit', { name })} onClick={onEdit}>
          <PanelIcon name="pencil" />
        </IconButton>
      )}
      <IconButton label={t('admin.delete', { name })} onClick={onDelete}>
        <Icon name="bin" />
      </IconButton>
    </>
  )
}
