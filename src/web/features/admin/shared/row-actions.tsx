import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'

type Props = {
  /** Subject of the row, for the names of the buttons. */
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
