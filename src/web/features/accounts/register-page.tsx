import './accounts.css'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import { accountLengths, usernamePattern } from '#contract/limits.ts'
import { client } from '../../api/client.ts'
import { useServiceConfig } from '../../api/service-config.ts'
import { failureText } from '../../failure-text.ts'
import { spokenLanguage } from '../../i18n/spoken-language.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../paths.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { LabelledPassword } from '../../ui/labelled-password.tsx'
import { Link } from '../../ui/link.tsx'
import { go } from '../../ui/router/history.ts'
import { usePlace } from '../../ui/router/place.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { withNotice } from './notice.ts'

const { least } = accountLengths.password

type Registration = { username: string; email: string; password: string; confirmation: string }

/** Which field a refusal of the server is about. */
const fieldOf: Readonly<Record<string, keyof Registration>> = {
  INVALID_USERNAME: 'username',
  USERNAME_TAKEN: 'username',
  INVALID_EMAIL: 'email',
  EMAIL_TAKEN: 'email',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_COMMON: 'password',
}

/** Sign up. It opens an account and no session: the login page says how to go on. */
export default function RegisterPage() {
  useDocumentTitle(t('nav.signUp'))
  const { search } = usePlace()
  const { registrationOpen } = useServiceConfig()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, getValues, formState } = useForm<Registration>({
    defaultValues: { username: '', email: '', password: '', confirmation: '' },
  })
  const { errors, isSubmitting } = formState

  async function signUp({ username, email, password }: Registration) {
    setProblem(undefined)
    try {
      await client.call('register', { body: { username, email, password, language: spokenLanguage() } })
      go(paths.login + search, { state: withNotice('register.done') })
    } catch (error) {
      const message = failureText(error, 'register.failed')
      const field = error instanceof ApiError ? fieldOf[error.code] : undefined
      if (field) setError(field, { message }, { shouldFocus: true })
      else setProblem(message)
    }
  }

  if (!registrationOpen) {
    return (
      <div className="auth">
        <div className="slip stack">
          <h1>{t('nav.signUp')}</h1>
          <p>{t('register.closed')}</p>
          <Link className="btn btn-line btn-wide" to={paths.login}>
            {t('account.backToLogin')}
          </Link>
        </div>
      </div>
    )
  }
  return (
    <div className="auth stack">
      <form className="slip stack" noValidate onSubmit={handleSubmit(signUp)}>
        <h1>{t('nav.signUp')}</h1>
        <TextField
          label={t('account.username')}
          hint={t('register.usernameRule')}
          error={errors.username?.message}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          field={register('username', {
            validate: (name) => usernamePattern.test(name.trim()) || t('code.INVALID_USERNAME'),
          })}
        />
        <TextField
          label={t('account.email')}
          error={errors.email?.message}
          type="email"
          autoComplete="email"
          field={register('email', { required: t('register.emailMissing') })}
        />
        <LabelledPassword
          label={t('account.password')}
          hint={t('account.passwordRule', { least })}
          error={errors.password?.message}
          autoComplete="new-password"
          field={register('password', {
            validate: (password) => password.length >= least || t('code.PASSWORD_TOO_SHORT'),
          })}
        />
        <LabelledPassword
          label={t('account.confirmPassword')}
          error={errors.confirmation?.message}
          autoComplete="new-password"
          field={register('confirmation', {
            validate: (password) => password === getValues('password') || t('register.mismatch'),
          })}
        />
        <FormProblem text={problem} />
        <SubmitButton
          className="btn-l btn-wide"
          busy={isSubmitting}
          text={t('nav.signUp')}
          busyText={t('register.signingUp')}
        />
        <p className="small center-text">
          {t('register.haveAccount')}{' '}
          <Link className="strong" to={paths.login + search}>
            {t('nav.login')}
          </Link>
        </p>
      </form>
    </div>
  )
}
