import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { askFile } from '../../api/ask-file.ts'
import { failureWithReason } from '../../failure-text.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icon.tsx'
import { saveContent } from '../../ui/save-content.ts'
import { showToast } from '../../ui/toast.ts'
import { type AuditDays, type AuditFilter, spanOf } from './queries.ts'

type Props = { filter: AuditFilter; search: string; days: AuditDays }

/** Saves all entries that the list would show, for a spreadsheet or for programs. */
export function AuditExport({ filter, search, days }: Props) {
  const queries = useQueryClient()
  const working = useRef(false)
  async function save(format: 'csv' | 'ndjson') {
    if (working.current) return
    working.current = true
    try {
      saveContent(await askFile('exportAuditLog', { filter, search, ...spanOf(days), format }))
    } catch (error) {
      showToast('error', failureWithReason(error, 'admin.audit.exportFailed'))
    }
    working.current = false
    // The export is an entry itself.
    await queries.invalidateQueries({ queryKey: ['audit'] })
  }
  return (
    <div className="bar-row">
      <button type="button" className="btn btn-line" onClick={() => void save('csv')}>
        <Icon name="download" />
        {t('admin.audit.exportCsv')}
      </button>
      <button type="button" className="btn btn-line" onClick={() => void save('ndjson')}>
        <Icon name="download" />
        {t('admin.audit.exportJson')}
      </button>
    </div>
  )
}
