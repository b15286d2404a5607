import { useState } from 'react'
import { reportLengths } from '#contract/operations/report-reasons.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { useAct } from '../shared/queries.ts'

/** Adds a note that other administrators read. */
export function NoteDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const act = useAct()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function add() {
    setBusy(true)
    const failed = await act(() => client.call('noteReport', { params: { n: number }, body: { text } }))
    setBusy(false)
    if (failed) setProblem(failureWithReason(failed, 'admin.reports.notChanged'))
    else onClose()
  }
  return (
    <FormDialog
      title={t('admin.reports.addNote')}
      action={t('admin.reports.addNote')}
      busyAction={t('admin.reports.saving')}
      busy={busy}
      disabled={text.trim() === ''}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
      onClose={onClose}
    >
      <FormField label={t('admin.reports.note')}>
        {(tie) => (
          <textarea
            className="input"
            maxLength={reportLengths.note}
            value={text}
            {...tie}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </FormField>
    </FormDialog>
  )
}
