import { type TextKey, t } from '#web/i18n/t.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { closeAndNotify } from '#web/ui/dialogs/use-modal.ts'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { useAct } from './queries.ts'
import { panelId } from './tab-list.tsx'

type Props = {
  /** Name of the item to delete. */
  name: string
  /** Says what is deleted with it. */
  text: string
  action: string
  failed: TextKey
  onDelete: () => Promise<unknown>
  onClose: () => void
}

/** Asks before a user or a file is deleted, and does it. */
export function DeletionDialog({ name, text, action, failed, onDelete, onClose }: Props) {
  const act = useAct()
  async function remove() {
    const error = await act(onDelete)
    if (error) return failureWithReason(error, failed)
    closeAndNotify(onClose, panelId, t('admin.deleted', { name }))
    return undefined
  }
  return (
    <ConfirmDialog
      title={t('deletion.deleteNamed', { name })}
      text={text}
      action={action}
      busyAction={t('deletion.deleting')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
