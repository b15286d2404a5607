import './accounts.css'
import { useState } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import type { SecondFactorDue } from '#contract/signing-in/second-factor.ts'
import { rememberedDays } from '#contract/transfers/limits.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { client } from '../../accounts/client.ts'
import { adoptSession } from '../../accounts/renew-session.ts'
import { useSession } from '../../accounts/session.ts'
import { t } from '../../i18n/t.ts'
import { useLocation } from '../../router/location.ts'
import { paths } from '../../router/paths.ts'
import { canSignUp, useServiceConfig } from '../../service/service-config.ts'
import { FormProblem, LabelledPassword, TextField } from '../../ui/forms/form-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { failureText } from '../../ui/messages/failure-text.ts'
import { Link } from '../../ui/page/link.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'
import { readNotice } from './notice.ts'
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx'
import { canUsePasskeys } from './passkeys/passkeys.tsx'

/** Most people have no second step: it comes when it is wanted. */
const SecondFactorForm = lazyPart(() => import('./security/second-factor-form.tsx'))

const ProviderSignIn = lazyPart(() => import('./provider/provider-sign-in.tsx'), null, 'codes')

type Login = { username: string; password: string; rememberMe: boolean }

/** Sign in. Anyone who succeeds is taken on by the guard around this page. */
export default function LoginPage() {
  useDocumentTitle(t('nav.login'))
  const { search } = useLocation()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setFocus, getValues, setValue, formState } = useForm<Login>({
    defaultValues: { username: '', password: '', rememberMe: false },
  })
  const [pending, setPending] = useState<{ username: string; due: SecondFactorDue['secondFactor'] }>()
  const [showsPassword, setShowsPassword] = useState(false)
  const config = useServiceConfig()
  const { oidc, passwordSignIn } = config
  const asksPassword = passwordSignIn === 'on' || showsPassword
  const provider = oidc && (
    <ProviderSignIn
      name={oidc.name}
      remember={() => getValues('rememberMe')}
      onSecondFactor={(due) => setPending({ username: location.host, due })}
      onPassword={passwordSignIn === 'admins' && !showsPassword ? () => setShowsPassword(true) : undefined}
      withPassword={asksPassword}
    />
  )

  async function signIn(login: Login) {
    setProblem(undefined)
    try {
      const reply = await client.call('login', { body: login })
      if (!('secondFactor' in reply)) return adoptSession(reply)
      setPending({ username: login.username, due: reply.secondFactor })
    } catch (error) {
      setProblem(failureText(error, 'login.failed'))
      setFocus('password', { shouldSelect: true })
    }
  }

  function back(reason?: string) {
    setPending(undefined)
    setValue('password', '')
    setProblem(reason)
  }
  if (pending)
    return (
      <div className="auth stack">
        <SecondFactorForm {...pending} onBack={back} />
      </div>
    )
  const remember = <RememberMe field={register('rememberMe')} />
  const passkeys = canUsePasskeys() && <PasskeySignIn values={getValues} onProblem={setProblem} />
  const name = (
    <TextField
      label={t('login.name')}
      error={formState.errors.username?.message}
      autoComplete="username webauthn"
      autoCapitalize="none"
      spellCheck={false}
      field={register('username', { required: t('login.nameMissing') })}
    />
  )
  if (!asksPassword)
    return (
      <div className="auth stack">
        <div className="card stack">
          <h1>{t('nav.login')}</h1>
          <Notices />
          {passkeys && name}
          {passkeys}
          {provider}
          {remember}
          <FormProblem text={problem} />
        </div>
        <UploadWithout />
      </div>
    )
  return (
    <div className="auth stack">
      <form className="card stack" noValidate onSubmit={handleSubmit(signIn)}>
        <h1>{t('nav.login')}</h1>
        <Notices />
        {passkeys}
        {provider}
        {(passkeys || provider) && <p className="or">{t('login.orPassword')}</p>}
        {name}
        <LabelledPassword
          label={t('account.password')}
          error={formState.errors.password?.message}
          beside={
            <Link className="small" to={paths.forgotPassword}>
              {t('login.forgot')}
            </Link>
          }
          autoComplete="current-password"
          field={register('password', { required: t('login.passwordMissing') })}
        />
        {remember}
        <FormProblem text={problem} />
        <SubmitButton busy={formState.isSubmitting} busyText={t('login.signingIn')}>
          {t('nav.login')}
        </SubmitButton>
        {canSignUp(config) && (
          <p className="small center-text">
            {t('login.noAccount')}{' '}
            <Link className="strong" to={paths.register + search}>
              {t('account.create')}
            </Link>
          </p>
        )}
      </form>
      <UploadWithout />
    </div>
  )
}

/** Says why the visitor is asked to sign in: after a step that led here, or at the end of a session. */
function Notices() {
  const session = useSession()
  const notice = readNotice(useLocation().state)
  return (
    <>
      {notice && (
        <p className="note note-ok" role="status">
          <Icon name="tick" />
          {t(notice)}
        </p>
      )}
      {session.status === 'guest' && session.erased && (
        <p className="note note-ok" role="status">
          <Icon name="tick" />
          {t('login.erased')}
        </p>
      )}
      {session.status !== 'loading' && session.ended && (
        <p className="note" role="status">
          <Icon name="clock" />
          {t('code.INVALID_TOKEN')}
        </p>
      )}
    </>
  )
}

function RememberMe({ field }: { field: UseFormRegisterReturn }) {
  return (
    <label className="row-check">
      <input type="checkbox" {...field} />
      <span>
        {t('login.remember')}{' '}
        <span className="muted">{t('login.rememberFor', { days: rememberedDays })}</span>
      </span>
    </label>
  )
}

function UploadWithout() {
  return (
    <Link className="btn btn-quiet alone" to={paths.home}>
      <Icon name="upload" />
      {t('login.uploadWithout')}
    </Link>
  )
}
