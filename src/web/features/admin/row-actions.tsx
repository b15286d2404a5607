import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icon.tsx'
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
      <button type="button" className="icon-btn" aria-label={t('admin.view', { name })} onClick={onView}>
        <Icon name="eye" />
      </button>
      {onEdit && (
        <button type="button" className="icon-btn" aria-label={t('admin.edit', { name })} onClick={onEdit}>
          <PanelIcon name="pencil" />
        </button>
      )}
      <button type="button" className="icon-btn" aria-label={t('admin.delete', { name })} onClick={onDelete}>
        <Icon name="bin" />
      </button>
    </>
  )
}
