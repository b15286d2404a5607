import type { AuditAct, AuditEntry } from '#contract/operations/audit.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { type TextKey, t } from '../../../i18n/t.ts'

/** Names of the actions in the audit log. */
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
  'account.second-factor-on': 'admin.act.secondFactorOn',
  'account.second-factor-off': 'admin.act.secondFactorOff',
  'account.passkey-added': 'admin.act.passkeyAdded',
  'account.passkey-renamed': 'admin.act.passkeyRenamed',
  'account.passkey-removed': 'admin.act.passkeyRemoved',
  'account.recovery-codes-made': 'admin.act.recoveryCodesMade',
  'account.recovery-code-used': 'admin.act.recoveryCodeUsed',
  'account.identity-connected': 'admin.act.identityConnected',
  'account.identity-disconnected': 'admin.act.identityDisconnected',
  'account.email-verified': 'admin.act.emailVerified',
  'account.unverified-removed': 'admin.act.unverifiedRemoved',
  'account.key-made': 'admin.act.keyMade',
  'account.key-password-changed': 'admin.act.keyPasswordChanged',
  'account.key-deleted': 'admin.act.keyDeleted',
  'account.webhook-created': 'admin.act.webhookCreated',
  'account.webhook-changed': 'admin.act.webhookChanged',
  'account.webhook-deleted': 'admin.act.webhookDeleted',
  'account.webhook-secret-rotated': 'admin.act.webhookSecretRotated',
  'account.webhook-switched-off': 'admin.act.webhookSwitchedOff',
  'account.erased': 'admin.act.erased',
  'user.created': 'admin.act.userCreated',
  'user.updated': 'admin.act.userUpdated',
  'user.factors-reset': 'admin.act.factorsReset',
  'user.deleted': 'admin.act.userDeleted',
  'user.invited': 'admin.act.userInvited',
  'user.invitation-withdrawn': 'admin.act.invitationWithdrawn',
  'file.deleted': 'admin.act.fileDeleted',
  'file.cleanup': 'admin.act.filesCleaned',
  'file.changed': 'admin.act.fileChanged',
  'file.password-changed': 'admin.act.filePasswordChanged',
  'file.links-changed': 'admin.act.fileLinksChanged',
  'file.files-changed': 'admin.act.fileFilesChanged',
  'file.claimed': 'admin.act.fileClaimed',
  'report.received': 'admin.act.reportReceived',
  'report.disabled': 'admin.act.reportDisabled',
  'report.restored': 'admin.act.reportRestored',
  'report.assigned': 'admin.act.reportAssigned',
  'report.noted': 'admin.act.reportNoted',
  'report.held': 'admin.act.reportHeld',
  'report.opened': 'admin.act.reportOpened',
  'report.decided': 'admin.act.reportDecided',
  'report.content-blocked': 'admin.act.contentBlocked',
  'report.content-unblocked': 'admin.act.contentUnblocked',
  'report.exported': 'admin.act.reportExported',
  'file.request-created': 'admin.act.requestCreated',
  'file.request-changed': 'admin.act.requestChanged',
  'file.request-closed': 'admin.act.requestClosed',
  'file.request-deleted': 'admin.act.requestDeleted',
  'service.maintenance-enabled': 'admin.act.maintenanceEnabled',
  'service.maintenance-disabled': 'admin.act.maintenanceDisabled',
  'service.backup-made': 'admin.act.backupMade',
  'service.backup-restored': 'admin.act.backupRestored',
  'service.keys-rotated': 'admin.act.keysRotated',
  'service.sessions-cleaned': 'admin.act.sessionsCleaned',
  'service.limits-cleaned': 'admin.act.limitsCleaned',
  'service.audit-exported': 'admin.act.auditExported',
  'service.setting-changed': 'admin.act.settingChanged',
  'service.identity-changed': 'admin.act.identityChanged',
  'service.text-changed': 'admin.act.textChanged',
  'service.text-published': 'admin.act.textPublished',
  'service.pictures-changed': 'admin.act.picturesChanged',
  'service.group-created': 'admin.act.groupCreated',
  'service.group-changed': 'admin.act.groupChanged',
  'service.group-deleted': 'admin.act.groupDeleted',
  'service.set-up': 'admin.act.setUp',
  'service.imported': 'admin.act.imported',
  'service.keys-downloaded': 'admin.act.keysDownloaded',
  'service.keys-saved': 'admin.act.keysSaved',
  'service.webhook-created': 'admin.act.serviceWebhookCreated',
  'service.webhook-changed': 'admin.act.serviceWebhookChanged',
  'service.webhook-deleted': 'admin.act.serviceWebhookDeleted',
  'service.webhook-secret-rotated': 'admin.act.serviceWebhookSecretRotated',
  'service.webhook-switched-off': 'admin.act.serviceWebhookSwitchedOff',
} as const satisfies Record<AuditAct, TextKey>

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
