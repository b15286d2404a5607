import './accounts.css'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import { accountLengths } from '#contract/limits.ts'
import { client } from '../../api/client.ts'
import { currentSession, setSession } from '../../api/session.ts'
import { signOut } from '../../api/sign-out.ts'
import { failureText } from '../../failure-text.ts'
import { t } from '../../i18n/t.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { LabelledPassword } from '../../ui/labelled-password.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

type Passwords = { currentPassword: string; newPassword: string; confirmation: string }

const { least } = accountLengths.password

/** For whoever signed in with a password that an administrator has set. The guard lets them on once it is changed. */
export default function ChangePasswordPage() {
  useDocumentTitle(t('changePassword.title'))
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, getValues, formState } = useForm<Passwords>({
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
  })
  const { errors, isSubmitting } = formState

  async function change({ currentPassword, newPassword }: Passwords) {
    setProblem(undefined)
    try {
      await client.call('changePassword', { body: { currentPassword, newPassword } })
      const session = currentSession()
      if (session.status === 'user')
        setSession({ status: 'user', user: { ...session.user, mustChangePassword: false } })
    } catch (error) {
      const message = failureText(error, 'changePassword.failed')
      if (error instanceof ApiError && error.code === 'WRONG_PASSWORD')
        setError('currentPassword', { message }, { shouldFocus: true })
      else setProblem(message)
    }
  }

  return (
    <div className="auth stack">
      <form className="slip stack" noValidate onSubmit={handleSubmit(change)}>
        <h1>{t('changePassword.title')}</h1>
        <p>{t('changePassword.required')}</p>
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
            validate: (password) => password.length >= least || t('failure.passwordShort'),
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
        <FormProblem text={problem} />
        <SubmitButton
          className="btn-l btn-wide"
          busy={isSubmitting}
          text={t('changePassword.change')}
          busyText={t('changePassword.changing')}
        />
        <button type="button" className="btn btn-quiet btn-wide" onClick={signOut}>
          {t('nav.logout')}
        </button>
      </form>
    </div>
  )
}
