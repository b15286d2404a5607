import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { followTokenHeader } from '#contract/headers.ts'
import type { FollowedReport } from '#contract/operations/reports.ts'
import { codeDigits } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormProblem } from '#web/ui/forms/form-problem.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useOneAtATime } from '#web/ui/forms/use-one-at-a-time.ts'
import { codeText } from '#web/ui/messages/code-text.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { FocusedText } from '#web/ui/page/focused-text.tsx'

type Props = {
  number: string
  token: string
  /** The address that the code was mailed to. */
  email: string
  onConfirmed: (report: FollowedReport) => void
}

/** Takes the code that was mailed to the address in a report, and has another one sent. */
export function ConfirmAddress({ number, token, email, onConfirmed }: Props) {
  const [done, setDone] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: { code: '' } })

  const headers = { [followTokenHeader]: token }
  async function confirm({ code }: { code: string }) {
    setProblem(undefined)
    try {
      const { report } = await client.call('confirmReport', {
        params: { number },
        headers,
        body: { code },
      })
      setDone(true)
      onConfirmed(report)
    } catch (error) {
      setError(
        'code',
        { message: codeText(error, 'report.codeNoneLeft', 'report.notConfirmed') },
        { shouldFocus: true },
      )
    }
  }

  const [resend, resending] = useOneAtATime(async () => {
    try {
      await client.call('reportCode', { params: { number }, headers })
      setProblem(undefined)
      reset()
      showToast('success', t('report.codeSent', { email }))
    } catch (error) {
      setProblem(failureText(error, 'report.codeNotSent'))
    }
  })

  if (done) return <FocusedText>{t('report.confirmed')}</FocusedText>
  return (
    <>
      <p>{t('report.typeCode', { email })}</p>
      <form noValidate className="stack-s" onSubmit={handleSubmit(confirm)}>
        <TextField
          label={t('report.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeDigits}
          error={formState.errors.code?.message}
          field={register('code', {
            setValueAs: (code: string) => code.trim(),
            validate: (code) => code.length === codeDigits || t('report.codeIncomplete'),
          })}
        />
        <FormProblem text={problem} />
        <div className="bar-row">
          <Button type="submit" variant="primary" busy={formState.isSubmitting}>
            {t('report.confirm')}
          </Button>
          <Button variant="quiet" busy={resending} onClick={() => resend()}>
            {t('report.resend')}
          </Button>
        </div>
      </form>
    </>
  )
}
