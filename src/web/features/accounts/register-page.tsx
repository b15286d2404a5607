import './accounts.css'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { accountLengths } from '#contract/transfers/limits.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { client } from '../../accounts/client.ts'
import { adoptSession } from '../../accounts/renew-session.ts'
import { spokenLanguage } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { navigate } from '../../router/history.ts'
import { useLocation } from '../../router/location.ts'
import { paths } from '../../router/paths.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { FormProblem, LabelledPassword } from '../../ui/forms/form-field.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { failureText, newAccountRefusals, refusedField } from '../../ui/messages/failure-text.ts'
import { Link } from '../../ui/page/link.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'
import { withNotice } from './notice.ts'
import { AccountFields, checkUsername } from './profile/account-fields.tsx'

const ProviderButton = lazyPart(() => import('./provider/provider-button.tsx'), null, 'codes')

const { least } = accountLengths.password

type Registration = { username: string; email: string; password: string; confirmation: string }

/** An invitation that works: the secret of its link, and the address it is for. */
type Invitation = { readonly token: string; readonly email: string }

/** Sign-up, where registration is open, and for people who bring an invitation. */
export default function RegisterPage() {
  useDocumentTitle(t('account.create'))
  const token = useLocation().hash.slice(1)
  const { registrationOpen, oidc } = useServiceConfig()
  if (token) return <InvitedRegistration token={token} />
  if (registrationOpen) return <RegistrationForm />
  return oidc?.signUp ? <ProviderSignUp /> : <RegistrationClosed />
}

function InvitedRegistration({ token }: { token: string }) {
  const [found, setFound] = useState<{ email: string } | { problem: string }>()
  useEffect(() => {
    const aborter = new AbortController()
    client.call('findInvitation', { body: { invitation: token }, signal: aborter.signal }).then(
      ({ email }) => setFound({ email }),
      (error: unknown) => {
        if (!aborter.signal.aborted) setFound({ problem: failureText(error, 'register.failed') })
      },
    )
    return () => aborter.abort()
  }, [token])
  if (!found) return null
  if ('problem' in found) return <RegistrationClosed reason={found.problem} />
  return <RegistrationForm invitation={{ token, email: found.email }} />
}

/**
 * Opens an account. Someone who is invited is signed in at once; others are not, and the login page says how to go on.
 */
function RegistrationForm({ invitation }: { invitation?: Invitation }) {
  const { search } = useLocation()
  const { oidc, registrationDomains } = useServiceConfig()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, getValues, formState } = useForm<Registration>({
    defaultValues: { username: '', email: invitation?.email ?? '', password: '', confirmation: '' },
  })
  const { errors, isSubmitting } = formState

  async function signUp({ username, email, password }: Registration) {
    setProblem(undefined)
    try {
      const body = {
        ...{ username, email, password, language: spokenLanguage() },
        ...(invitation && { invitation: invitation.token }),
      }
      const { mustVerifyEmail } = await client.call('register', { body })
      if (invitation && !mustVerifyEmail) {
        const reply = await client.call('login', { body: { username: username.trim(), password } })
        // The secret of the invitation is used up, and does not stay in the address.
        navigate(paths.register + search, { replace: true })
        if (!('secondFactor' in reply)) return adoptSession(reply)
      }
      const notice = withNotice(mustVerifyEmail ? 'register.verify' : 'register.done')
      navigate(paths.login + search, { state: notice })
    } catch (error) {
      const message = failureText(error, 'register.failed')
      const field = refusedField(error, newAccountRefusals)
      if (field) setError(field, { message }, { shouldFocus: true })
      else setProblem(message)
    }
  }

  return (
    <div className="auth stack">
      <form className="card stack" noValidate onSubmit={handleSubmit(signUp)}>
        <h1>{t('account.create')}</h1>
        {invitation && <p>{t('register.invited', { site: location.host })}</p>}
        {!invitation && oidc?.signUp && <ProviderButton followed />}
        {!invitation && registrationDomains && (
          <p className="small muted">{t('register.domains', { domains: registrationDomains.join(', ') })}</p>
        )}
        <AccountFields
          username={register('username', { validate: checkUsername })}
          email={register('email', { required: t('register.emailMissing') })}
          errors={errors}
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
        <SubmitButton busy={isSubmitting} busyText={t('register.signingUp')}>
          {t('account.create')}
        </SubmitButton>
        <p className="small center-text">
          {t('register.haveAccount')}{' '}
          <Link className="strong" to={paths.login + search}>
            {t('account.signIn')}
          </Link>
        </p>
      </form>
    </div>
  )
}

function ProviderSignUp() {
  return (
    <div className="auth">
      <div className="card stack">
        <h1>{t('account.create')}</h1>
        <ProviderButton />
      </div>
    </div>
  )
}

function RegistrationClosed({ reason = t('register.closed') }: { reason?: string }) {
  return (
    <div className="auth">
      <div className="card stack">
        <h1>{t('account.create')}</h1>
        <p role="status">{reason}</p>
        <Link className="btn btn-line btn-wide" to={paths.login}>
          {t('account.backToLogin')}
        </Link>
      </div>
    </div>
  )
}
