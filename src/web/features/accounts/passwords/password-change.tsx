import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { accountLengths } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { LabelledPassword } from '#web/ui/forms/form-field.tsx'
import { failureText, failureWithReason, refusedField } from '#web/ui/messages/failure-text.ts'

type Passwords = { currentPassword: string; newPassword: string; confirmation: string }

/** Which field a refusal of the server is about. */
const fieldOf = {
  WRONG_PASSWORD: 'currentPassword',
  PASSWORD_TOO_SHORT: 'newPassword',
  PASSWORD_TOO_COMMON: 'newPassword',
  PASSWORD_UNCHANGED: 'newPassword',
} as const

/** The form that changes the account's password; see PasswordChangeFields. Ends all other sessions. */
export function usePasswordChange(onChanged: () => void): {
  form: UseFormReturn<Passwords>
  problem: string | undefined
  onSubmit: ReturnType<UseFormReturn<Passwords>['handleSubmit']>
} {
  const [problem, setProblem] = useState<string>()
  const form = useForm<Passwords>({
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
  })

  async function change({ currentPassword, newPassword }: Passwords) {
    setProblem(undefined)
    try {
      await client.call('changePassword', { body: { currentPassword, newPassword } })
      onChanged()
    } catch (error) {
      const field = refusedField(error, fieldOf)
      if (field)
        form.setError(field, { message: failureText(error, 'changePassword.failed') }, { shouldFocus: true })
      else setProblem(failureWithReason(error, 'changePassword.failed'))
    }
  }

  return { form, problem, onSubmit: form.handleSubmit(change) }
}

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
