import { useForm } from 'react-hook-form'
import { accountLengths, usernamePattern } from '#contract/transfers/limits.ts'
import { navigate } from '#web/router/history.ts'
import { paths } from '#web/router/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { client } from '../../../../accounts/client.ts'
import { adoptSession } from '../../../../accounts/renew-session.ts'
import { spokenLanguage } from '../../../../i18n/language.ts'
import { t } from '../../../../i18n/t.ts'
import { FormProblem, LabelledPassword, TextField } from '../../../../ui/forms/form-field.tsx'
import { useAttempt } from '../../../../ui/forms/use-attempt.ts'
import { failureText, newAccountRefusals } from '../../../../ui/messages/failure-text.ts'
import { SetupFrame } from '../setup-frame.tsx'

const { least } = accountLengths.password

type Admin = { username: string; email: string; password: string }

/** Makes the first administrator and signs them in; the link is used up by it. */
export function AdminStep({ token }: { token: string }) {
  const { register, handleSubmit, setError, formState } = useForm<Admin>({
    defaultValues: { username: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const { problem, attempt } = useAttempt(setError, newAccountRefusals, failureText)

  async function create({ username, email, password }: Admin) {
    await attempt('setup.adminFailed', async () => {
      const body = { token, username, email, password, language: spokenLanguage() }
      await client.call('createFirstAdmin', { body })
      const reply = await client.call('login', { body: { username: username.trim(), password } })
      // The token is used up, and does not stay in the address.
      navigate(paths.setup, { replace: true })
      if (!('secondFactor' in reply)) adoptSession(reply)
    })
  }

  return (
    <SetupFrame step="admin" title={t('setup.adminTitle')} text={t('setup.adminText')}>
      <form className="stack" noValidate onSubmit={handleSubmit(create)}>
        <div className="card card-pad stack">
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
          <FormProblem text={problem} />
        </div>
        <div className="bar-row end">
          <Button type="submit" variant="primary" large busy={isSubmitting} busyText={t('setup.checking')}>
            {t('setup.continue')}
          </Button>
        </div>
      </form>
    </SetupFrame>
  )
}
