import { useState } from 'react'
import { reportLengths } from '#contract/operations/report-reasons.ts'
import { client } from '#web/accounts/client.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useSingleFlight } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { useAct } from '../shared/queries.ts'

type Props = {
  number: string
  /** Until when it is kept already, in milliseconds since 1970: no hold ends before. */
  heldUntil: number
  onClose: () => void
}

/** Keeps a disabled transfer as evidence until a day, for a reason. */
export function HoldDialog({ number, heldUntil, onClose }: Props) {
  const act = useAct()
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const isHeld = heldUntil > Date.now()
  const keptAlready = t('admin.reports.holdAlready', { date: formatDate(heldUntil) })
  const [hold, busy] = useSingleFlight(async () => {
    // To the end of the day where the administrator is.
    const until = new Date(`${day}T23:59:59`)
    if (isHeld && until.getTime() < heldUntil) {
      setProblem(keptAlready)
      return
    }
    const failed = await act(() =>
      client.call('holdReported', { params: { n: number }, body: { until: until.toISOString(), reason } }),
    )
    if (failed) {
      setProblem(failureWithReason(failed, 'admin.reports.notChanged'))
      return
    }
    showToast('success', t('admin.reports.keptNow', { date: formatDate(until.getTime()) }))
    onClose()
  })
  return (
    <FormDialog
      title={t('admin.reports.hold')}
      action={t('admin.reports.keep')}
      busyAction={t('admin.reports.saving')}
      busy={busy}
      disabled={day === '' || reason.trim() === ''}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault()
        hold()
      }}
      onClose={onClose}
    >
      <p>{t('admin.reports.holdText')}</p>
      {isHeld && <p>{keptAlready}</p>}
      <FormField label={t('admin.reports.holdUntil')}>
        {(tie) => (
          <input
            className="input"
            type="date"
            value={day}
            {...tie}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
      </FormField>
      <FormField label={t('admin.reports.holdReason')}>
        {(tie) => (
          <textarea
            className="input"
            maxLength={reportLengths.note}
            value={reason}
            {...tie}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </FormField>
    </FormDialog>
  )
}
