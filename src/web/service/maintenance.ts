import { useSyncExternalStore } from 'react'
import type { Maintenance } from '#contract/operations/admin.ts'
import { usualMaintenanceMessage } from '#contract/operations/maintenance-message.ts'
import { t } from '../i18n/t.ts'

let maintenance: Maintenance = { active: false, message: '' }
const listeners = new Set<() => void>()

/** Whether the service is under maintenance, by the server's last answer. */
export function useMaintenance(): Maintenance {
  return useSyncExternalStore(subscribe, () => maintenance)
}

export function setMaintenance(next: Maintenance): void {
  if (next.active === maintenance.active && next.message === maintenance.message) return
  maintenance = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The administrator's message for the maintenance, or the usual sentence in the reader's language. */
export function maintenanceText(message: string): string {
  return message === usualMaintenanceMessage ? t('code.MAINTENANCE') : message
}
