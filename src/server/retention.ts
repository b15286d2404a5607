import type { Retention } from '#contract/service.ts'
import { tryMemory } from './accounts/count-tries.ts'
import { linkLife } from './accounts/forgot-password.ts'
import { lifetimes } from './accounts/session-lifetimes.ts'
import { deviceMemory } from './accounts/sweep-accounts.ts'
import type { Config } from './config.ts'
import { uploadLife } from './files/resumable/create-upload.ts'
import { rowLife } from './files/sweep-files.ts'
import { patience } from './mail/deliver-mail.ts'
import { notificationLife } from './notifications/notification-life.ts'

const HOUR = 60 * 60_000

/** How long what is kept, for people to read: collected from where it is kept to. */
export function retentionOf(config: Config): Retention {
  return {
    endedFiles: rowLife,
    unfinishedUploads: uploadLife,
    mails: patience,
    sessions: lifetimes.usual.absolute,
    rememberedSessions: lifetimes.remembered.absolute,
    devices: deviceMemory,
    resetLinks: linkLife,
    wrongPasswords: tryMemory,
    // No allowance takes longer to be whole again, and then it is forgotten.
    allowances: HOUR,
    notifications: notificationLife,
    auditLog: config.AUDIT_KEPT * 24 * HOUR,
  }
}
