import { useState } from 'react'
import { followTokenHeader } from '#contract/headers.ts'
import type { FollowedReport } from '#contract/operations/reports.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { CodeForm } from '#web/ui/forms/code-form.tsx'
import { FocusedText } from '#web/ui/forms/form-field.tsx'
import { showToast } from '#web/ui/messages/toast.ts'

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
  const call = { params: { number }, headers: { [followTokenHeader]: token } }
  async function confirm(code: string) {
    const { report } = await client.call('confirmReport', { ...call, body: { code } })
    setDone(true)
    onConfirmed(report)
  }
  async function resend() {
    await client.call('reportCode', call)
    showToast('success', t('report.codeSent', { email }))
  }
  if (done) return <FocusedText>{t('report.confirmed')}</FocusedText>
  return (
    <>
      <p>{t('report.typeCode', { email })}</p>
      <CodeForm
        className="stack-s"
        submit={{ text: t('report.confirm') }}
        noneLeft="report.codeNoneLeft"
        onCode={confirm}
        resend={{ text: t('report.resend'), failed: 'report.codeNotSent', send: resend }}
      />
    </>
  )
}
