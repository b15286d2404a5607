import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isEmailAddress } from '#contract/email-address.ts'
import { lengths } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t, textWith } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { FormProblem, TextField } from '#web/ui/forms/form-field.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { clockNow } from '#web/ui/time/clock.ts'

type Props = { onSent: (email: string, retryAt: number) => void }

/** Asks whose data is to be shown, and has a code mailed there. */
export function StartRights({ onSent }: Props) {
  const { mailServer } = useServiceConfig()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })

  async function send(draft: { email: string }) {
    const email = draft.email.trim()
    setProblem(undefined)
    try {
      const { retryAfter } = await client.call('rightsCode', { body: { email, language: spokenLanguage() } })
      onSent(email, clockNow() + retryAfter * 1000)
    } catch (error) {
      setProblem(failureText(error, 'rights.notSent'))
    }
  }

  return (
    <div className="rights-start stack">
      <form className="card stack" noValidate onSubmit={handleSubmit(send)}>
        <h1>{t('rights.start')}</h1>
        <p className="muted">{t('rights.startText')}</p>
        <TextField
          label={t('rights.email')}
          hint={t(mailServer ? 'rights.emailHint' : 'rights.noMailServer')}
          type="email"
          autoComplete="email"
          maxLength={lengths.emailAddress}
          error={formState.errors.email?.message}
          field={register('email', {
            validate: (email) => isEmailAddress(email.trim()) || t('code.INVALID_EMAIL'),
          })}
        />
        <FormProblem text={problem} />
        <SubmitButton busy={formState.isSubmitting} busyText={t('rights.sending')}>
          {t('rights.sendCode')}
        </SubmitButton>
      </form>
      <p className="small muted">
        {textWith('rights.withAccount', { login: <Link to={paths.login}>{t('rights.logIn')}</Link> })}
      </p>
    </div>
  )
}
