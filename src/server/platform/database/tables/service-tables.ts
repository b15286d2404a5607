/** Who may run a job that must run once among several instances. */
export type LocksRow = {
  name: string
  holder: string
  expires_at: number
}

/** How much of a limit is used up: see platform/rate-limits/consume-rate-limit.ts. */
export type RateLimitsRow = {
  key: string
  /** When the whole allowance will be there again. */
  free_at: number
}

/** A mail that has not left yet. The row is gone once the mail was taken over, refused or given up. */
export type MailOutboxRow = {
  id: string
  kind: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  /** The file that it is about: a mail does not outlive it. */
  file_id: string | null
  queued_at: number
  not_before: number
  tries: number
}

/** Which service this is: one row, made with the tables, so that two databases are never taken for the same service. */
export type ServiceRow = {
  id: string
}

/** Whether the service is under maintenance: one row, always there. */
export type MaintenanceRow = {
  id: number
  active: number
  /** What people read instead of an answer. */
  message: string
}

/** One act, as told by the audit log: see platform/events/record-act.ts. Names are as they were at that time. */
export type AuditLogRow = {
  id: string
  at: number
  /** One of the contract's acts. */
  act: string
  actor_id: string | null
  actor_name: string | null
  subject_id: string | null
  subject_name: string | null
  /** JSON of what else there is to say; neither names nor addresses of people. */
  details: string
  network: string | null
}
