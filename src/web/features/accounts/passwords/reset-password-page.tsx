import '../accounts.css'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { accountLengths } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { navigate } from '#web/router/history.ts'
import { paths } from '#web/router/paths.ts'
import { defineSearch } from '#web/router/search.ts'
import { useSearch } from '#web/router/use-search.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { FormProblem, LabelledPassword } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { Outcome } from './outcome.tsx'

type NewPassword = { password: string; confirmation: string }

const { least } = accountLengths.password

/** The token of the mailed link. */
const resetSearch = defineSearch((query) => ({ token: query.text('token') }))

/** Milliseconds that the success is shown before the login page takes its place. */
const redirectDelay = 3000

/** Sets a new password with the token of a mailed link. */
export default function ResetPasswordPage() {
  const [{ token }] = useSearch(resetSearch)
  const [done, setDone] = useState<{ accessEnded: boolean }>()
  return done ? <Done {...done} /> : <NewPasswordForm token={token} onDone={setDone} />
}

function NewPasswordForm({
  token,
  onDone,
}: {
  token: string
  onDone: (done: { accessEnded: boolean }) => void
}) {
  useDocumentTitle(t('reset.title'))
  const [problem, setProblem] = useState(token ? undefined : t('reset.linkMissing'))
  const { register, handleSubmit, getValues, formState } = useForm<NewPassword>({
    defaultValues: { password: '', confirmation: '' },
  })
  const { errors, isSubmitting } = formState

  async function reset({ password }: NewPassword) {
    if (!token) return setProblem(t('reset.tokenMissing'))
    setProblem(undefined)
    try {
      const { accessEnded = false } = await client.call('resetPassword', { body: { token, password } })
      onDone({ accessEnded })
    } catch (error) {
      setProblem(failureText(error, 'reset.failed'))
    }
  }

  return (
    <div className="auth stack">
      <form className="card stack" noValidate onSubmit={handleSubmit(reset)}>
        <h1>{t('reset.title')}</h1>
        <LabelledPassword
          label={t('account.newPassword')}
          hint={t('account.passwordRule', { least })}
          error={errors.password?.message}
          autoComplete="new-password"
          field={register('password', {
            validate: (password) => password.length >= least || t('reset.short'),
          })}
        />
        <LabelledPassword
          label={t('account.confirmNewPassword')}
          error={errors.confirmation?.message}
          autoComplete="new-password"
          field={register('confirmation', {
            validate: (password) => password === getValues('password') || t('reset.mismatch'),
          })}
        />
        <FormProblem text={problem} />
        <SubmitButton disabled={!token} busy={isSubmitting} busyText={t('reset.resetting')}>
          {t('reset.reset')}
        </SubmitButton>
        <Link className="btn btn-line btn-wide" to={paths.forgotPassword}>
          {t('reset.requestAgain')}
        </Link>
      </form>
    </div>
  )
}

function Done({ accessEnded }: { accessEnded: boolean }) {
  useEffect(() => {
    // There is more to read.
    if (accessEnded) return
    const timer = setTimeout(() => navigate(paths.login, { replace: true }), redirectDelay)
    return () => clearTimeout(timer)
  }, [accessEnded])
  return (
    <Outcome title={t('reset.doneTitle')}>
      <p className="note note-ok">
        <Icon name="tick" />
        {accessEnded ? t('reset.doneTitle') : t('reset.done')}
      </p>
      {accessEnded && <p>{t('reset.accessEnded')}</p>}
      <Link className="btn btn-line btn-wide" to={paths.login}>
        {t('account.signIn')}
      </Link>
    </Outcome>
  )
}
