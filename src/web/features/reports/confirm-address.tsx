import { type SubmitEventHandler, useState } from 'react'
import { followTokenHeader } from '#contract/operations/report-reasons.ts'
import type { FollowedReport } from '#contract/operations/reports.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { useOneAtATime } from '#web/ui/forms/use-one-at-a-time.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'

const codeLength = 6

type Props = { number: string; token: string; onConfirmed: (report: FollowedReport) => void }

/** Takes the code that was mailed to the address in a report. */
export function ConfirmAddress({ number, token, onConfirmed }: Props) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [confirm, busy] = useOneAtATime(async () => {
    try {
      const { report } = await client.call('confirmReport', {
        params: { number },
        headers: { [followTokenHeader]: token },
        body: { code },
      })
      onConfirmed(report)
    } catch (error) {
      setProblem(failureText(error, 'report.notConfirmed'))
    }
  })
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    if (code.length === codeLength) confirm()
    else setProblem(t('report.codeIncomplete'))
  }
  return (
    <form noValidate className="stack-s" onSubmit={submit}>
      <FormField label={t('report.code')} error={problem}>
        {(tie) => (
          <input
            className="input num"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={codeLength}
            value={code}
            {...tie}
            onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
          />
        )}
      </FormField>
      <div>
        <button type="submit" className="btn btn-primary" aria-disabled={busy || undefined}>
          {t('report.confirm')}
        </button>
      </div>
    </form>
  )
}
