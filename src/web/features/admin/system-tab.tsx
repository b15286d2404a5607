import { useQuery } from '@tanstack/react-query'
import { AuditLog } from './audit-log.tsx'
import { Backups } from './backups.tsx'
import { MaintenancePanel } from './maintenance-panel.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { systemQuery } from './queries.ts'
import { StorageProviders } from './storage-providers.tsx'
import { SystemActions } from './system-actions.tsx'
import { SystemTotals } from './system-totals.tsx'

/** The instance that answers and what the service as a whole rests on. */
export function SystemTab() {
  const { data, error, refetch } = useQuery(systemQuery)
  // The rest of the tab is of use without it.
  const system = data?.system
  if (!system && !error) return <NotLoaded error={null} onRetry={() => void refetch()} />
  return (
    <>
      <SystemTotals system={system} />
      <div className="admin-grid">
        <MaintenancePanel />
        <SystemActions />
      </div>
      <StorageProviders providers={system?.storage.providers ?? []} />
      <Backups />
      <AuditLog />
    </>
  )
}
