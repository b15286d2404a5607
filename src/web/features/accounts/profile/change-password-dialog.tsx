import { useQueryClient } from '@tanstack/react-query'
import { t } from '#web/i18n/t.ts'
import { sessionsQuery } from '#web/service/queries.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { PasswordChangeFields } from '../passwords/password-change-fields.tsx'
import { usePasswordChange } from '../passwords/use-password-change.ts'

/** Changes the account's password, and ends all other sessions. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const { form, problem, onSubmit } = usePasswordChange(() => {
    void queries.invalidateQueries(sessionsQuery)
    onClose()
    showToast('success', t('profile.passwordChanged'))
  })
  return (
    <FormDialog
      title={t('changePassword.title')}
      action={t('changePassword.change')}
      busyAction={t('changePassword.changing')}
      busy={form.formState.isSubmitting}
      problem={problem}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <PasswordChangeFields form={form} />
    </FormDialog>
  )
}
