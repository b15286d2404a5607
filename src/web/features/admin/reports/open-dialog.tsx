import { useState } from 'react'
import { askFile } from '#web/accounts/ask-file.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'
import { useAct } from '../shared/queries.ts'
import type { ReportedSlot } from './open-sealed.ts'

/** Names of errors for bytes that are not what the sender sealed. Their classes come with what opens. */
const damages: ReadonlySet<string> = new Set(['BundleDamaged', 'SlotDamaged', 'ManifestRefused'])

type Props = { number: string; endToEnd: boolean; onClose: () => void }

/** Saves reported content, with a reason, which is recorded. An end-to-end encrypted transfer is opened in this browser. */
export function OpenDialog({ number, endToEnd, onClose }: Props) {
  const act = useAct()
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const [given, setGiven] = useState<ReportedSlot>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const params = { n: number }
  const [asksPassword, setAsksPassword] = useState(false)

  async function openSealed(): Promise<void> {
    // Keys are asked for once: each time is recorded.
    const slot = given ?? (await client.call('reportedKeys', { params, body: { reason } }))
    setGiven(slot)
    const { needsPassword, openReported } = await import('./open-sealed.ts')
    setAsksPassword(needsPassword(slot))
    if (needsPassword(slot) && password === '') return
    const sealed = await askFile('reportedContent', { params })
    saveContent(await openReported(slot, password, sealed.content))
    onClose()
  }
  async function open() {
    setBusy(true)
    setProblem(undefined)
    const failed = await act(async () => {
      if (endToEnd) return openSealed()
      saveContent(await askFile('reportedContent', { params, query: { reason } }))
      onClose()
    })
    setBusy(false)
    if (failed?.name === 'NoKeyFits')
      setProblem(t(password === '' ? 'admin.reports.noKeyFits' : 'code.INVALID_FILE_PASSWORD'))
    else if (failed && damages.has(failed.name)) setProblem(t('admin.reports.sealedDamaged'))
    else if (failed) setProblem(failureWithReason(failed, 'admin.reports.notOpened'))
  }
  return (
    <FormDialog
      title={t('admin.reports.openIt')}
      action={t('admin.reports.save')}
      busyAction={t('admin.reports.saving')}
      busy={busy}
      disabled={reason.trim() === '' || (asksPassword && password === '')}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
      onClose={onClose}
    >
      <p>{t(endToEnd ? 'admin.reports.openSealedText' : 'admin.reports.openText')}</p>
      <FormField label={t('admin.reports.openReason')}>
        {(tie) => (
          <input
            className="input"
            maxLength={200}
            value={reason}
            readOnly={given !== undefined}
            {...tie}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </FormField>
      {asksPassword && (
        <FormField label={t('download.filePassword')} hint={t('admin.reports.openPasswordHint')}>
          {(tie) => (
            <PasswordField
              autoComplete="off"
              value={password}
              {...tie}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  )
}
