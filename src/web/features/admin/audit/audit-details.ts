import type { AuditEntry } from '#contract/operations/audit.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { type TextKey, t } from '../../../i18n/t.ts'

/** Texts for true and, where it says something, false. */
const switches: Readonly<Record<string, readonly [TextKey, TextKey?]>> = {
  usernameChanged: ['admin.audit.newUsername'],
  emailChanged: ['admin.audit.newEmail'],
  isActive: ['admin.audit.enabled', 'admin.audit.disabled'],
  isPro: ['badge.pro', 'admin.users.free'],
  isAdmin: ['admin.users.isAdmin', 'admin.audit.noAdmin'],
  byProvider: ['admin.audit.byProvider'],
  withBlobs: ['admin.audit.withBlobs'],
}

const counts: Readonly<Record<string, TextKey>> = {
  deletedCount: 'admin.audit.removed',
  cleanedCount: 'admin.audit.removed',
  errorCount: 'admin.audit.errors',
}

/** Details of an entry in words; a detail without a text keeps its name. */
export function auditDetails(details: AuditEntry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => detailText(name, value))
    .filter((text) => text !== '')
    .join(', ')
}

function detailText(name: string, value: AuditEntry['details'][string]): string {
  if (typeof value === 'boolean' && switches[name]) {
    const [yes, no] = switches[name]
    return value ? t(yes) : no ? t(no) : ''
  }
  if (typeof value === 'number') {
    const count = counts[name]
    if (count) return value === 0 && name === 'errorCount' ? '' : t(count, { count: value })
    if (name === 'storageLimit') return t('admin.audit.limit', { size: formatSize(value) })
  }
  if (name === 'device' || name === 'algorithm' || name === 'format') return String(value)
  return `${name}: ${value}`
}
