import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { SecondFactorDue, SecondFactorMethod } from '#contract/accounts/second-factor.ts'
import { client } from '#web/accounts/client.ts'
import { keepSession } from '#web/accounts/renew-session.ts'
import { t } from '#web/i18n/t.ts'
import { FormProblem } from '#web/ui/forms/form-problem.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { FocusedHeading } from '#web/ui/page/focused-heading.tsx'
import { OneTimeCodeField } from './one-time-code-field.tsx'

type Props = {
  username: string
  due: SecondFactorDue['secondFactor']
  /** Back to name and password; `expired`: because the sign-in has timed out. */
  onBack: (expired: boolean) => void
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export default function SecondFactorForm({ username, due: { challenge }, onBack }: Props) {
  const [method, setMethod] = useState<SecondFactorMethod>('totp')
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setFocus, reset, watch, formState } = useForm({
    defaultValues: { code: '' },
  })
  const code = watch('code')

  async function bring({ code }: { code: string }) {
    setProblem(undefined)
    try {
      keepSession(await client.call('secondFactor', { body: { challenge, method, code } }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHALLENGE_EXPIRED') return onBack(true)
      setProblem(failureText(error, 'login.failed'))
      setFocus('code', { shouldSelect: true })
    }
  }
  const submit = handleSubmit(bring)

  function change(to: SecondFactorMethod) {
    reset()
    setProblem(undefined)
    setMethod(to)
  }
  const field = register('code', { required: t('secondFactor.codeMissing') })
  const missing = formState.errors.code?.message
  return (
    <form className="card stack" noValidate onSubmit={submit}>
      <div className="stack-s">
        <FocusedHeading key={method}>
          {t(method === 'totp' ? 'secondFactor.title' : 'secondFactor.recoveryTitle')}
        </FocusedHeading>
        <p className="muted">
          {method === 'totp' ? t('secondFactor.openApp', { username }) : t('secondFactor.recoverySaved')}
        </p>
      </div>
      {method === 'totp' ? (
        <OneTimeCodeField code={code} error={missing} field={field} onComplete={() => void submit()} />
      ) : (
        <TextField
          label={t('secondFactor.recoveryCode')}
          hint={t('secondFactor.onceEach')}
          error={missing}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          field={field}
        />
      )}
      <FormProblem text={problem} />
      <SubmitButton
        className="btn-l btn-wide"
        busy={formState.isSubmitting}
        text={t('secondFactor.continue')}
        busyText={t('login.signingIn')}
      />
      <button
        type="button"
        className="btn btn-quiet btn-wide"
        onClick={() => change(method === 'totp' ? 'recovery' : 'totp')}
      >
        {t(method === 'totp' ? 'secondFactor.useRecovery' : 'secondFactor.useApp')}
      </button>
      <button type="button" className="btn btn-quiet btn-wide" onClick={() => onBack(false)}>
        {t('account.backToLogin')}
      </button>
    </form>
  )
}
