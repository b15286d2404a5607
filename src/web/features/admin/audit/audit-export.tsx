import { useQueryClient } from '@tanstack/react-query'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { askFile } from '../../../accounts/ask-file.ts'
import { t } from '../../../i18n/t.ts'
import { failureWithReason } from '../../../ui/messages/failure-text.ts'
import { showToast } from '../../../ui/messages/toast.ts'
import { saveContent } from '../../../ui/sharing/hand-to-browser.ts'
import { type AuditDays, type AuditFilter, auditKey, spanOf } from '../shared/queries.ts'

type Props = { filter: AuditFilter; search: string; days: AuditDays }

/** Saves all entries that the list would show, for a spreadsheet or for programs. */
export function AuditExport({ filter, search, days }: Props) {
  const queries = useQueryClient()
  const [save] = useSingleFlight(async (format: 'csv' | 'ndjson') => {
    try {
      saveContent(await askFile('exportAuditLog', { query: { filter, search, ...spanOf(days), format } }))
    } catch (error) {
      showToast('error', failureWithReason(error, 'admin.audit.exportFailed'))
    }
    // The export is an entry itself.
    void queries.invalidateQueries({ queryKey: auditKey })
  })
  return (
    <div className="bar-row">
      <Button onClick={() => save('csv')}>
        <Icon name="download" />
        {t('admin.audit.exportCsv')}
      </Button>
      <Button onClick={() => save('ndjson')}>
        <Icon name="download" />
        {t('admin.audit.exportJson')}
      </Button>
    </div>
  )
}
