import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/t.ts'
import { useServiceConfig } from '../../../service/service-config.ts'
import { AuditLog } from '../audit/audit-log.tsx'
import { systemQuery } from '../shared/queries.ts'
import { Backups } from './backups.tsx'
import { MaintenancePanel } from './maintenance-panel.tsx'
import { StorageProviders } from './storage-providers.tsx'
import { SystemActions } from './system-actions.tsx'
import { SystemTotals } from './system-totals.tsx'

/** The system, maintenance, storage, backups and audit log. */
export function SystemTab() {
  const { publicUrl } = useServiceConfig()
  const { data, isError } = useQuery(systemQuery)
  const saved = data?.system.savedMails ?? 0
  const system = data?.system ?? (isError ? 'no answer' : 'awaited')
  return (
    <>
      <SystemTotals system={system} />
      {publicUrl === null && <p className="note note-warn">{t('admin.system.noPublicUrl')}</p>}
      {saved > 0 && <p className="note note-warn">{t('admin.system.savedMails', { count: saved })}</p>}
      {data?.system.missingClaims.map((option) => (
        <p key={option} className="note note-warn" role="status">
          {t('admin.system.missingClaim', { option })}
        </p>
      ))}
      <div className="admin-grid">
        <MaintenancePanel />
        <SystemActions />
      </div>
      <StorageProviders system={system} />
      <Backups />
      <AuditLog />
    </>
  )
}
