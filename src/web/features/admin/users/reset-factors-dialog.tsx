import type { AdminUser } from '#contract/operations/admin.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { closeAndNotify } from '#web/ui/dialogs/use-modal.ts'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { panelId } from '../shared/tab-list.tsx'
import { useAct } from '../shared/use-act.ts'

/** Resets a user's lost second step, after a confirmation. */
export function ResetFactorsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const act = useAct()
  const name = user.username
  async function reset() {
    const error = await act(() => client.call('resetFactors', { params: { id: user.id } }))
    if (error) return failureWithReason(error, 'admin.users.resetFactorsFailed')
    closeAndNotify(onClose, panelId, t('admin.users.factorsReset', { name }))
    return undefined
  }
  return (
    <ConfirmDialog
      title={t('admin.users.resetFactorsOf', { name })}
      text={t('admin.users.resetFactorsText')}
      action={t('admin.users.resetFactors')}
      busyAction={t('admin.users.resettingFactors')}
      onConfirm={reset}
      onClose={onClose}
    />
  )
}
