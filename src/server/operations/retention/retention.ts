import type { Retention } from '#contract/service.ts'
import { invitationLife } from '#server/identity/accounts/invitations.ts'
import { verificationLife } from '#server/identity/accounts/verify-email.ts'
import { codesPerAddress } from '#server/identity/addresses/code-allowance.ts'
import { confirmedLife } from '#server/identity/addresses/confirmed-addresses.ts'
import { codeLife } from '#server/identity/addresses/mail-codes.ts'
import { deviceCodeLife } from '#server/identity/api-keys/device-codes.ts'
import { startLife } from '#server/identity/oidc/browser-cookie.ts'
import { deviceMemory, expiredKeyMemory } from '#server/identity/privacy/sweep-accounts.ts'
import { unverifiedLife } from '#server/identity/privacy/sweep-unverified.ts'
import { confirmationLife } from '#server/identity/sign-in/confirm/confirmations.ts'
import { linkLife } from '#server/identity/sign-in/passwords/forgot-password.ts'
import { lifetimes } from '#server/identity/sign-in/sessions/session-tokens.ts'
import { tryMemory } from '#server/identity/sign-in/tries/throttle-attempts.ts'
import { sentMailLife } from '#server/messaging/mail/sent-mails.ts'
import { notificationLife } from '#server/messaging/notifications/notifications.ts'
import { callLife } from '#server/messaging/webhooks/deliveries.ts'
import { usualRetries } from '#server/platform/queue/queue.ts'
import { uploadLife } from '#server/transfers/resumable/create-upload.ts'
import { networkLife, rowLife } from '#server/transfers/sweep/sweep-transfers.ts'
import type { Config } from '../../config/config.ts'
import { caseLife, reporterLife } from '../../moderation/tend-reports.ts'

const HOUR = 60 * 60_000

/** How long what is kept, for people to read: collected from where it is kept to. */
export function retentionOf(config: Config): Retention {
  return {
    endedFiles: rowLife,
    unfinishedUploads: uploadLife,
    requests: rowLife,
    mails: usualRetries.giveUpAfter,
    webhookCalls: callLife,
    sentMails: sentMailLife,
    sessions: lifetimes.usual.absolute,
    rememberedSessions: lifetimes.remembered.absolute,
    devices: deviceMemory,
    networks: networkLife,
    resetLinks: linkLife,
    invitations: invitationLife,
    verificationLinks: verificationLife,
    unverifiedAccounts: unverifiedLife,
    providerSignIns: startLife,
    confirmations: confirmationLife,
    expiredApiKeys: expiredKeyMemory,
    wrongPasswords: tryMemory,
    codes: codeLife,
    deviceCodes: deviceCodeLife,
    confirmedAddresses: confirmedLife,
    // No allowance takes longer to be whole again, and then it is forgotten.
    allowances: codesPerAddress.burst * codesPerAddress.interval,
    notifications: notificationLife,
    auditLog: config.AUDIT_KEPT * 24 * HOUR,
    reporters: reporterLife,
    decisions: caseLife,
  }
}
