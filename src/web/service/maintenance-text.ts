import { usualMaintenanceMessage } from '#contract/operations/maintenance-message.ts'
import { t } from '../i18n/t.ts'

/** The administrator's message for the maintenance, or the usual sentence in the reader's language. */
export function maintenanceText(message: string): string {
  return message === usualMaintenanceMessage ? t('code.MAINTENANCE') : message
}
