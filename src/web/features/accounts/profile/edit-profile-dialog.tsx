import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { Profile } from '#contract/accounts/accounts.ts'
import { client } from '#web/accounts/client.ts'
import { updateUser } from '#web/accounts/session.ts'
import { t } from '#web/i18n/t.ts'
import { profileQuery } from '#web/service/queries.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useAttempt } from '#web/ui/forms/use-attempt.ts'
import { accountRefusals } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { ConfirmationField, useConfirmation } from '../confirm/confirmation-field.tsx'
import { AccountFields, checkUsername } from './account-fields.tsx'

type Draft = { username: string; email: string; currentPassword: string }

/** Which field a refusal of the server is about. */
const fieldOf = { ...accountRefusals, WRONG_PASSWORD: 'currentPassword' } as const

/** Changes the account's name and email address; a new address requires a confirmation. */
export function EditProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const queries = useQueryClient()
  const confirmation = useConfirmation()
  const { register, handleSubmit, setError, control, formState } = useForm<Draft>({
    defaultValues: { username: profile.username, email: profile.email, currentPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const { problem, attempt } = useAttempt(setError, fieldOf)
  const emailChanged = useWatch({ control, name: 'email' }).trim() !== profile.email

  async function save({ username, email, currentPassword }: Draft) {
    await attempt('profile.saveFailed', async () => {
      const change = (headers: Record<string, string>) =>
        client.call('updateProfile', { body: { username, email }, headers })
      const { user } = await (emailChanged ? confirmation.confirmed(currentPassword, change) : change({}))
      if (!updateUser(user)) return
      void queries.cancelQueries(profileQuery)
      queries.setQueryData(profileQuery.queryKey, user)
      onClose()
      const { pendingEmail } = user
      showToast('success', pendingEmail === email ? t('profile.savedPending', { email }) : t('profile.saved'))
    })
  }

  return (
    <FormDialog
      title={t('profile.edit')}
      action={t('profile.save')}
      busyAction={t('profile.saving')}
      busy={isSubmitting}
      disabled={emailChanged && confirmation.blocked}
      problem={problem}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <AccountFields
        username={register('username', { validate: checkUsername })}
        email={register('email', { required: t('register.emailMissing') })}
        errors={errors}
      />
      {emailChanged && (
        <ConfirmationField
          confirmation={confirmation}
          hint={t('profile.whyPassword')}
          error={errors.currentPassword?.message}
          field={(rules) => register('currentPassword', rules)}
        />
      )}
    </FormDialog>
  )
}
