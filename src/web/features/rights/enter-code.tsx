import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import { client } from '#web/accounts/client.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormProblem } from '#web/ui/forms/form-problem.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useOneAtATime } from '#web/ui/forms/use-one-at-a-time.ts'
import { announce } from '#web/ui/messages/announce.tsx'
import { codeText } from '#web/ui/messages/code-text.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { FocusedHeading } from '#web/ui/page/focused-heading.tsx'
import { clockNow } from '#web/ui/time/clock.ts'
import { useNow } from '#web/ui/time/use-now.ts'

type Props = {
  email: string
  /** From when on another code may be asked for; ms since 1970. */
  retryAt: number
  /** Called after a new code was sent, to start again without the earlier error. */
  onSentAgain: (retryAt: number) => void
  onOpened: (session: string) => void
  onBack: () => void
}

const digits = /^\d{6}$/

/** Takes the code of the mail. Nothing is known here of what there is behind it. */
export function EnterCode({ email, retryAt, onSentAgain, onOpened, onBack }: Props) {
  const [problem, setProblem] = useState<string>()
  const mayResend = useNow({ until: retryAt }) >= retryAt
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } })

  async function open({ code }: { code: string }) {
    setProblem(undefined)
    try {
      const body = { email, code: code.trim(), language: spokenLanguage() }
      onOpened((await client.call('openRights', { body })).session)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_CODE')
        setError(
          'code',
          { message: codeText(error, 'rights.noneLeft', 'rights.notChecked') },
          { shouldFocus: true },
        )
      else setProblem(failureText(error, 'rights.notChecked'))
    }
  }

  const [resend, resending] = useOneAtATime(async () => {
    setProblem(undefined)
    try {
      const { retryAfter } = await client.call('rightsCode', { body: { email, language: spokenLanguage() } })
      onSentAgain(clockNow() + retryAfter * 1000)
      announce(t('rights.sentAgain', { address: email }))
    } catch (error) {
      setProblem(failureText(error, 'rights.notSent'))
    }
  })

  return (
    <div className="rights-start stack">
      <form className="card stack" noValidate onSubmit={handleSubmit(open)}>
        <FocusedHeading>{t('rights.enterCode')}</FocusedHeading>
        <p className="muted break">{t('rights.sentTo', { address: email })}</p>
        <TextField
          label={t('rights.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          error={formState.errors.code?.message}
          field={register('code', { validate: (code) => digits.test(code.trim()) || t('rights.incomplete') })}
        />
        <FormProblem text={problem} />
        <Button
          type="submit"
          variant="primary"
          large
          wide
          busy={formState.isSubmitting}
          busyText={t('rights.checking')}
        >
          {t('rights.continue')}
        </Button>
        <div className="bar-row">
          <Button variant="quiet" onClick={onBack}>
            {t('rights.otherAddress')}
          </Button>
          {mayResend && (
            <Button variant="quiet" busy={resending} onClick={() => resend()}>
              {t('rights.resend')}
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}
