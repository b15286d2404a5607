import { useState } from 'react'
import type { ReportCase } from '#contract/operations/cases.ts'
import { emptySha256, type ReportReason, reportReasons } from '#contract/operations/report-reasons.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { useSingleFlight } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { useAct } from '../shared/queries.ts'
import { reasonTexts } from './report-texts.ts'

/** Lines that one call takes. */
const linesAtOnce = 800

type Props = {
  /** Prefilled files of a case, of which harmless ones can be removed, and the reason of the reports. */
  hashes?: ReportCase['hashes']
  because?: ReportReason
  onClose: () => void
}

/** Adds hashes, pasted as lines, to the content that is refused. */
export function AddHashesDialog({ hashes = [], because = 'malware', onClose }: Props) {
  const act = useAct()
  const [lines, setLines] = useState(() => linesOf(hashes))
  const [reason, setReason] = useState<ReportReason>(because)
  const [problem, setProblem] = useState<string>()
  const [add, busy] = useSingleFlight(async () => {
    let added = 0
    const error = await act(async () => {
      const all = lines.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
      for (let from = 0; from < all.length; from += linesAtOnce) {
        const part = all.slice(from, from + linesAtOnce).map((line) => line.trim().slice(0, 70))
        added += (await client.call('blockContent', { body: { lines: part.join('\n'), reason } })).added
      }
    })
    if (error) {
      setProblem(failureWithReason(error, 'admin.reports.notBlocked'))
      return
    }
    showToast('success', t('admin.reports.blocked', { count: added }))
    onClose()
  })
  return (
    <FormDialog
      title={t('admin.reports.addHashes')}
      action={t('admin.reports.block')}
      busyAction={t('admin.reports.blocking')}
      busy={busy}
      disabled={lines.trim() === ''}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
      onClose={onClose}
    >
      <p>{t('admin.reports.blockText')}</p>
      <FormField label={t('admin.reports.blockReason')}>
        {(tie) => (
          <Select
            {...tie}
            options={reportReasons.map((value) => ({ value, text: t(reasonTexts[value]) }))}
            value={reason}
            onChoose={setReason}
          />
        )}
      </FormField>
      <FormField label={t('admin.reports.hashes')} hint={t('admin.reports.hashesHint')}>
        {(tie) => (
          <textarea
            className="input num"
            rows={6}
            spellCheck={false}
            value={lines}
            {...tie}
            onChange={({ target }) => setLines(target.value)}
          />
        )}
      </FormField>
    </FormDialog>
  )
}

/** As sha256sum writes them, without empty files. */
function linesOf(hashes: ReportCase['hashes']): string {
  return hashes
    .filter(({ sha256 }) => sha256 !== emptySha256)
    .map(({ sha256, filename }) => `${sha256}  ${filename}`)
    .join('\n')
}
