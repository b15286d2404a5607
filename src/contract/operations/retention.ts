import * as z from 'zod/mini'

/** Data kept for a measurable time: files, and each kind of row about people that ends by itself. */
const retentionKind = z.enum([
  'files',
  'endedFiles',
  'unfinishedUploads',
  'mails',
  'webhookCalls',
  'sentMails',
  'sessions',
  'rememberedSessions',
  'devices',
  'networks',
  'resetLinks',
  'invitations',
  'verificationLinks',
  'unverifiedAccounts',
  'providerSignIns',
  'confirmations',
  'expiredApiKeys',
  'wrongPasswords',
  'codes',
  'deviceCodes',
  'confirmedAddresses',
  'allowances',
  'notifications',
  'auditLog',
  'reporters',
  'decisions',
])
export type RetentionKind = z.infer<typeof retentionKind>

const retentionState = z.object({
  kind: retentionKind,
  /** For how long it is kept at most, in milliseconds. */
  keptFor: z.int(),
  /** How old the oldest of it is, in milliseconds; null where there is none. */
  oldest: z.nullable(z.int()),
  /** Some of it is older than promised, beyond the time that clearing it away takes. */
  exceeded: z.boolean(),
})
export type RetentionState = z.infer<typeof retentionState>

export const retentionReply = z.object({
  success: z.literal(true),
  /** When the ages were measured, some minutes ago at most. */
  measuredAt: z.iso.datetime(),
  kinds: z.array(retentionState),
})
