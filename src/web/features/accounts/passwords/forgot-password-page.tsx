import '../accounts.css'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { FormProblem, TextField } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { Outcome } from './outcome.tsx'

/** Requests the mail that resets a password. The answer is the same whether or not there is an account. */
export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  return sentTo === undefined ? <Request onSent={setSentTo} /> : <Sent email={sentTo} />
}

function Request({ onSent }: { onSent: (email: string) => void }) {
  useDocumentTitle(t('forgot.title'))
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = formState

  async function send({ email }: { email: string }) {
    setProblem(undefined)
    try {
      await client.call('forgotPassword', { body: { email } })
      onSent(email)
    } catch (error) {
      setProblem(failureText(error, 'forgot.failed'))
    }
  }

  return (
    <div className="auth stack">
      <form className="card stack" noValidate onSubmit={handleSubmit(send)}>
        <h1>{t('forgot.title')}</h1>
        <p className="muted">{t('forgot.text')}</p>
        <TextField
          label={t('account.email')}
          error={errors.email?.message}
          type="email"
          autoComplete="email"
          field={register('email', { validate: (email) => email.trim() !== '' || t('forgot.emailMissing') })}
        />
        <FormProblem text={problem} />
        <SubmitButton busy={isSubmitting} busyText={t('forgot.sending')}>
          {t('forgot.send')}
        </SubmitButton>
        <BackToLogin />
      </form>
    </div>
  )
}

function Sent({ email }: { email: string }) {
  const { mailServer } = useServiceConfig()
  return (
    <Outcome title={t('forgot.sentTitle')}>
      <p>{t('forgot.sent')}</p>
      {!mailServer && <p className="note">{t('mail.off')}</p>}
      <p className="strong break">{email}</p>
      <p className="note">
        <Icon name="mail" />
        {t('forgot.spam')}
      </p>
      <BackToLogin />
    </Outcome>
  )
}

function BackToLogin() {
  return (
    <Link className="btn btn-line btn-wide" to={paths.login}>
      <Icon name="back" />
      {t('account.backToLogin')}
    </Link>
  )
}
