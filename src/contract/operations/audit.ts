import * as z from 'zod/mini'
import { listQuery } from '../lists.ts'
import { time } from '../transfers/files.ts'

/** Everything that the audit log says, by what it is about. */
export const auditActs = {
  session: ['session.opened', 'session.refused', 'session.stolen'],
  account: [
    'account.registered',
    'account.password-changed',
    'account.password-reset',
    'account.profile-changed',
    'account.api-key-created',
    'account.api-key-revoked',
    'account.second-factor-on',
    'account.second-factor-off',
    'account.passkey-added',
    'account.passkey-renamed',
    'account.passkey-removed',
    'account.recovery-codes-made',
    'account.recovery-code-used',
    'account.identity-connected',
    'account.identity-disconnected',
    'account.email-verified',
    'account.unverified-removed',
    'account.key-made',
    'account.key-password-changed',
    'account.key-deleted',
    'account.webhook-created',
    'account.webhook-changed',
    'account.webhook-deleted',
    'account.webhook-secret-rotated',
    'account.webhook-switched-off',
    'account.erased',
  ],
  user: [
    'user.created',
    'user.updated',
    'user.factors-reset',
    'user.deleted',
    'user.invited',
    'user.invitation-withdrawn',
  ],
  file: [
    'file.deleted',
    'file.cleanup',
    'file.changed',
    'file.password-changed',
    'file.links-changed',
    'file.files-changed',
    'file.claimed',
    'file.request-created',
    'file.request-changed',
    'file.request-closed',
    'file.request-deleted',
  ],
  report: [
    'report.received',
    'report.disabled',
    'report.restored',
    'report.assigned',
    'report.noted',
    'report.held',
    'report.opened',
    'report.decided',
    'report.content-blocked',
    'report.content-unblocked',
    'report.exported',
  ],
  service: [
    'service.maintenance-enabled',
    'service.maintenance-disabled',
    'service.backup-made',
    'service.backup-restored',
    'service.keys-rotated',
    'service.sessions-cleaned',
    'service.limits-cleaned',
    'service.audit-exported',
    'service.setting-changed',
    'service.identity-changed',
    'service.pictures-changed',
    'service.text-changed',
    'service.text-published',
    'service.group-created',
    'service.group-changed',
    'service.group-deleted',
    'service.set-up',
    'service.imported',
    'service.keys-downloaded',
    'service.keys-saved',
    'service.webhook-created',
    'service.webhook-changed',
    'service.webhook-deleted',
    'service.webhook-secret-rotated',
    'service.webhook-switched-off',
  ],
} as const

export type AuditAct = (typeof auditActs)[keyof typeof auditActs][number]

const auditAct = z.enum([
  ...auditActs.session,
  ...auditActs.account,
  ...auditActs.user,
  ...auditActs.file,
  ...auditActs.report,
  ...auditActs.service,
])

/** Actor or target. An erased person has one placeholder name in all entries, and no id. */
const party = z.object({ id: z.nullable(z.string()), name: z.string() })

export const auditEntry = z.object({
  id: z.string(),
  at: time,
  act: auditAct,
  /** Null for someone without an account. */
  actor: z.nullable(party),
  /** Target of the act; null for the service itself. */
  subject: z.nullable(party),
  /** Further facts, such as which roles changed. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Network of the actor: the first 24 bits of an IPv4 address, the first 48 of an IPv6 one. */
  network: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const span = { from: z.optional(time), to: z.optional(time) }

/** `filter` is what acts are about; `search` looks for names; from (inclusive) and to (exclusive) are times. */
export const auditQuery = z.extend(
  listQuery(['all', 'session', 'account', 'user', 'file', 'report', 'service']),
  span,
)

/** All entries that the list would show. CSV is safe to open in a spreadsheet. */
export const auditExportQuery = z.extend(z.omit(auditQuery, { page: true, pageSize: true }), {
  format: z._default(z.enum(['csv', 'ndjson']), 'csv'),
})
