import './security.css'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { SecondFactorDue, SecondFactorMethod } from '#contract/signing-in/second-factor.ts'
import { client } from '#web/accounts/client.ts'
import { adoptSession } from '#web/accounts/renew-session.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { CodeField } from '#web/ui/forms/code-cells.tsx'
import { FormProblem, TextField } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { FocusedHeading } from '#web/ui/page/title.tsx'
import { canUsePasskeys, fetchCeremonies, PasskeyIcon } from '../passkeys/passkeys.tsx'

type Props = {
  username: string
  due: SecondFactorDue['secondFactor']
  /** Back to name and password; with the reason when the sign-in has ended. */
  onBack: (reason?: string) => void
}

const titles: Readonly<Record<SecondFactorMethod, TextKey>> = {
  totp: 'secondFactor.title',
  passkey: 'secondFactor.passkeyTitle',
  recovery: 'secondFactor.recoveryTitle',
}

const changes: Readonly<Record<SecondFactorMethod, TextKey>> = {
  totp: 'secondFactor.useApp',
  passkey: 'secondFactor.usePasskey',
  recovery: 'secondFactor.useRecovery',
}

const wrongTexts = {
  totp: 'secondFactor.wrongCode',
  passkey: 'secondFactor.wrongCode',
  recovery: 'secondFactor.wrongRecovery',
} as const

/** The second step of a sign-in: a code of the app, a passkey, or a recovery code. */
export default function SecondFactorForm({ username, due, onBack }: Props) {
  const { challenge } = due
  const methods = due.methods.filter((one) => one !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? 'recovery')
  const [problem, setProblem] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const { supportMail } = useServiceConfig()
  const { register, handleSubmit, setFocus, reset, watch, formState } = useForm({
    defaultValues: { code: '' },
  })
  const code = watch('code')

  async function sendFactor({ code }: { code: string }) {
    setProblem(undefined)
    setWrong(false)
    try {
      const reply =
        method === 'passkey'
          ? await sendPasskey(due)
          : await client.call('secondFactor', { body: { challenge, method, code } })
      if (reply) adoptSession(reply)
    } catch (error) {
      // A passkey has one try.
      const isOver =
        error instanceof ApiError && ['CHALLENGE_EXPIRED', 'PASSKEY_REFUSED'].includes(error.code)
      if (isOver) return onBack(failureText(error, 'login.failed'))
      const left = error instanceof ApiError && error.code === 'WRONG_CODE' ? error.attemptsLeft : undefined
      if (left === 0) return onBack(t('secondFactor.tooMany'))
      setWrong(left !== undefined)
      setProblem(left === undefined ? failureText(error, 'login.failed') : t(wrongTexts[method], { left }))
      if (method !== 'passkey') setFocus('code', { shouldSelect: true })
    }
  }
  const submit = handleSubmit(sendFactor)

  function change(to: SecondFactorMethod) {
    reset()
    setProblem(undefined)
    setWrong(false)
    setMethod(to)
  }
  const missing = formState.errors.code?.message
  const field = () => register('code', { required: t('secondFactor.codeMissing') })
  return (
    <>
      <form className="card stack" noValidate onSubmit={submit}>
        <div className="stack-s">
          <FocusedHeading key={method}>{t(titles[method])}</FocusedHeading>
          <p className="muted">{about(method, username)}</p>
        </div>
        {method === 'totp' && (
          <CodeField
            code={code}
            error={missing}
            wrong={wrong}
            field={field()}
            onComplete={() => void submit()}
          />
        )}
        {method === 'recovery' && (
          <TextField
            label={t('secondFactor.recoveryCode')}
            hint={t('secondFactor.onceEach')}
            error={missing}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            field={field()}
          />
        )}
        <FormProblem text={problem} />
        <SubmitButton busy={formState.isSubmitting} busyText={t('login.signingIn')}>
          {t('secondFactor.continue')}
        </SubmitButton>
        <div className="other-ways">
          {methods
            .filter((one) => one !== method)
            .map((one) => (
              <Button key={one} variant="quiet" onClick={() => change(one)}>
                {one === 'passkey' ? <PasskeyIcon /> : <Icon name={one === 'totp' ? 'shield' : 'menu'} />}
                {t(changes[one])}
              </Button>
            ))}
        </div>
        {method === 'recovery' && supportMail && (
          <p className="hint break">{t('secondFactor.noneLeft', { mail: supportMail })}</p>
        )}
      </form>
      <Button variant="quiet" className="alone" onClick={() => onBack()}>
        <Icon name="back" />
        {t('account.backToLogin')}
      </Button>
    </>
  )
}

function about(method: SecondFactorMethod, username: string): string {
  if (method === 'totp') return t('secondFactor.openApp', { username })
  return method === 'passkey' ? t('secondFactor.passkeyText', { username }) : t('secondFactor.recoverySaved')
}

/** Nothing when the person did not unlock one. */
async function sendPasskey({ challenge, passkey }: SecondFactorDue['secondFactor']) {
  if (!passkey) return undefined
  const { unlockPasskey } = await fetchCeremonies()
  const response = await unlockPasskey(passkey)
  return response && client.call('secondFactor', { body: { challenge, method: 'passkey', response } })
}
