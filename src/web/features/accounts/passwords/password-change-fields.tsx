import type { UseFormReturn } from 'react-hook-form'
import { accountLengths } from '#contract/transfers/limits.ts'
import { t } from '#web/i18n/t.ts'
import { LabelledPassword } from '#web/ui/forms/form-field.tsx'
import type { Passwords } from './use-password-change.ts'

const { least } = accountLengths.password

/** The present password, and twice the next one. */
export function PasswordChangeFields({ form }: { form: UseFormReturn<Passwords> }) {
  const { register, getValues, formState } = form
  const { errors } = formState
  return (
    <>
      <LabelledPassword
        label={t('account.currentPassword')}
        error={errors.currentPassword?.message}
        autoComplete="current-password"
        field={register('currentPassword', { required: t('changePassword.currentMissing') })}
      />
      <LabelledPassword
        label={t('account.newPassword')}
        hint={t('account.passwordRule', { least })}
        error={errors.newPassword?.message}
        autoComplete="new-password"
        field={register('newPassword', {
          validate: (password) => password.length >= least || t('code.PASSWORD_TOO_SHORT'),
        })}
      />
      <LabelledPassword
        label={t('account.confirmNewPassword')}
        error={errors.confirmation?.message}
        autoComplete="new-password"
        field={register('confirmation', {
          validate: (password) => password === getValues('newPassword') || t('changePassword.mismatch'),
        })}
      />
    </>
  )
}
