import { useState } from 'react'
import { askFile } from '#web/accounts/ask-file.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'
import { useAct } from '../shared/queries.ts'

/** Saves reported content, with a reason, which is recorded. */
export function OpenDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const act = useAct()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function open() {
    setBusy(true)
    const failed = await act(async () =>
      saveContent(await askFile('reportedContent', { params: { n: number }, query: { reason } })),
    )
    setBusy(false)
    if (failed) setProblem(failureWithReason(failed, 'admin.reports.notOpened'))
    else onClose()
  }
  return (
    <FormDialog
      title={t('admin.reports.openIt')}
      action={t('admin.reports.save')}
      busyAction={t('admin.reports.saving')}
      busy={busy}
      disabled={reason.trim() === ''}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
      onClose={onClose}
    >
      <p>{t('admin.reports.openText')}</p>
      <FormField label={t('admin.reports.openReason')}>
        {(tie) => (
          <input
            className="input"
            maxLength={200}
            value={reason}
            {...tie}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </FormField>
    </FormDialog>
  )
}
