import type { AuditAct } from '#contract/operations/audit.ts'
import type { TextKey } from '../../../i18n/t.ts'

/** What each act of the audit log is called. */
export const actText = {
  'session.opened': 'admin.act.sessionOpened',
  'session.refused': 'admin.act.sessionRefused',
  'session.stolen': 'admin.act.sessionStolen',
  'account.registered': 'admin.act.registered',
  'account.password-changed': 'admin.act.passwordChanged',
  'account.password-reset': 'admin.act.passwordReset',
  'account.profile-changed': 'admin.act.profileChanged',
  'account.api-key-created': 'admin.act.apiKeyCreated',
  'account.api-key-revoked': 'admin.act.apiKeyRevoked',
  'account.key-made': 'admin.act.keyMade',
  'account.key-password-changed': 'admin.act.keyPasswordChanged',
  'account.key-deleted': 'admin.act.keyDeleted',
  'account.erased': 'admin.act.erased',
  'user.created': 'admin.act.userCreated',
  'user.updated': 'admin.act.userUpdated',
  'user.deleted': 'admin.act.userDeleted',
  'file.deleted': 'admin.act.fileDeleted',
  'file.cleanup': 'admin.act.filesCleaned',
  'service.maintenance-enabled': 'admin.act.maintenanceEnabled',
  'service.maintenance-disabled': 'admin.act.maintenanceDisabled',
  'service.backup-made': 'admin.act.backupMade',
  'service.backup-restored': 'admin.act.backupRestored',
  'service.keys-rotated': 'admin.act.keysRotated',
  'service.sessions-cleaned': 'admin.act.sessionsCleaned',
  'service.limits-cleaned': 'admin.act.limitsCleaned',
  'service.audit-exported': 'admin.act.auditExported',
} as const satisfies Record<AuditAct, TextKey>
