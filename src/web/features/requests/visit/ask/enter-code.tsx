import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { codeDigits } from '#contract/transfers/limits.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormProblem } from '#web/ui/forms/form-problem.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useOneAtATime } from '#web/ui/forms/use-one-at-a-time.ts'
import { announce } from '#web/ui/messages/announce.tsx'
import { codeText } from '#web/ui/messages/code-text.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { saysEnded } from './says-ended.ts'

type Props = {
  /** The address that the code went to, masked. */
  sentTo: string
  onResend: () => Promise<void>
  /** Takes the ticket. @throws ApiError */
  onCode: (code: string) => Promise<void>
  onEnded: () => Promise<void>
  /** Another address is wanted. */
  onBack: () => void
}

/** Asks for the code that was mailed to the visitor. */
export function EnterCode({ sentTo, onResend, onCode, onEnded, onBack }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState, setError, reset } = useForm<{ code: string }>({
    defaultValues: { code: '' },
  })
  useEffect(() => heading.current?.focus(), [])

  async function submit({ code }: { code: string }) {
    setProblem(undefined)
    try {
      await onCode(code.trim())
    } catch (error) {
      if (saysEnded(error)) return onEnded()
      setError(
        'code',
        { message: codeText(error, 'visit.codeNoneLeft', 'visit.notAdmitted') },
        { shouldFocus: true },
      )
    }
  }
  const [resend, resending] = useOneAtATime(async () => {
    try {
      await onResend()
      setProblem(undefined)
      reset()
      announce(t('visit.codeSent', { address: sentTo }))
    } catch (error) {
      setProblem(failureText(error, 'visit.codeNotSent'))
    }
  })
  return (
    <section className="box visit-gate" aria-labelledby="gate-title">
      <form noValidate className="stack" onSubmit={handleSubmit(submit)}>
        <h2 id="gate-title" ref={heading} tabIndex={-1}>
          {t('visit.enterCode')}
        </h2>
        <TextField
          label={t('visit.code')}
          hint={t('visit.codeSent', { address: sentTo })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeDigits}
          error={formState.errors.code?.message}
          field={register('code', {
            validate: (code) => /^\d{6}$/.test(code.trim()) || t('visit.codeIncomplete'),
          })}
        />
        <FormProblem text={problem} />
        <div className="bar-row">
          <Button
            type="submit"
            variant="primary"
            busy={formState.isSubmitting}
            busyText={t('visit.checking')}
          >
            {t('visit.continue')}
          </Button>
          <button
            type="button"
            className="btn btn-quiet"
            aria-disabled={resending || undefined}
            onClick={() => resend()}
          >
            {t('visit.resend')}
          </button>
          <button type="button" className="btn btn-quiet" onClick={onBack}>
            {t('visit.otherAddress')}
          </button>
        </div>
      </form>
    </section>
  )
}
