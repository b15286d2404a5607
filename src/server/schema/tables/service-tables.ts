/** Lock for one holder at a time among all instances: see platform/locks/locks.ts. */
export type LocksRow = {
  name: string
  /** Random for each time that it is acquired. */
  holder: string
  /** Rises each time that it is acquired. */
  number: number
  /** The process that holds it: see platform/locks/instance.ts. */
  instance: string
  expires_at: number
  /** 1 when another waits for it. */
  wanted: number
}

/** A process that works on the database now: see platform/locks/instance-rows.ts. */
export type InstancesRow = {
  id: string
  /** The last migration that its release has. */
  steps: string
  /** Fingerprint of the master key that it seals with, and of others that it has, separated by commas. */
  active_key: string
  other_keys: string
  /** Last sign of life, by the clock that instances share. */
  seen_at: number
}

/** When each job that repeats began last, on any instance. */
export type JobsRow = {
  name: string
  began_at: number
}

/** How much of a limit is used up: see platform/rate-limits/rate-limits.ts. */
export type RateLimitsRow = {
  key: string
  /** When the whole allowance will be there again. */
  free_at: number
}

/**
 * Something that happened and that not all subscribers have handled yet: see platform/events. Appended in the transaction
 * in which it happens; the row goes in the transaction in which its subscribers write what follows from it.
 */
export type EventsRow = {
  id: string
  at: number
  /** One of schema/event-kinds.ts. */
  kind: string
  /** Whose account or transfer it is about: no reference, for the account may be erased while a download runs. */
  user_id: string | null
  transfer_id: string | null
  link_id: string | null
  /** The master key under whose outbox key `payload` lies. */
  kid: string
  /** JSON, sealed: it may hold a reset token, addresses and names of files. */
  payload: Uint8Array
  /** 0, or after a failure the time of the next try. */
  not_before: number
  tries: number
}

/** A mail that has not left yet. The row is gone once the mail was taken over, refused or given up. */
export type MailOutboxRow = {
  id: string
  kind: string
  /** The account that has the recipient's address, if one has; the row goes with the account. */
  user_id: string | null
  /** The transfer that it is about: a mail does not outlive it. */
  transfer_id: string | null
  link_id: string | null
  /** Hash of the recipient's address, for the stop list. */
  address_hash: Uint8Array
  /** The master key under whose outbox key `sealed` lies. */
  kid: string
  /** JSON of recipient, subject and bodies, sealed. */
  sealed: Uint8Array
  queued_at: number
  not_before: number
  tries: number
}

/** That a mail has left, for the person it went to: see messaging/mail/sent-mails.ts. */
export type SentMailsRow = {
  id: string
  /** Hash of the recipient's address, for the stop list. */
  address_hash: Uint8Array
  kind: string
  /** Sender as named in the mail. */
  sender: string | null
  transfer_id: string | null
  sent_at: number
}

/** A code that was mailed and not used yet: see identity/addresses/mail-codes.ts. The latest one of its subject. */
export type MailCodesRow = {
  /** Subject of the code, such as a link; no address. */
  subject: string
  /** The master key under whose code key `mac` was made. */
  kid: string
  /** HMAC-SHA256 of subject and code. */
  mac: Uint8Array
  tries_left: number
  expires_at: number
}

/** That a code which was mailed to an address came back from a network: see identity/addresses/confirmed-addresses.ts. */
export type ConfirmedAddressesRow = {
  address_hash: Uint8Array
  network_hash: Uint8Array
  confirmed_at: number
}

/** Salt of hashed addresses, kept as long as the service exists; one row, created at first use. */
export type AddressSaltRow = {
  id: number
  salt: Uint8Array
}

/** An address that wants no mails from other people through this service: see identity/consents/stop-list.ts. */
export type StoppedAddressesRow = {
  address_hash: Uint8Array
  stopped_at: number
}

/** Which service this is: one row, made with the tables, so that two databases are never taken for the same service. */
export type ServiceRow = {
  id: string
  /** Fingerprint of the active master key; null until the first start: see platform/master-keys/master-keys.ts. */
  key_fingerprint: string | null
  /** The migration that a release must have to work on these tables; null while any release can: see platform/database/migrate.ts. */
  needs_step: string | null
  /** Written to see whether writing works. */
  checked_at: number
}

/** Whether the service is under maintenance: one row, always there. */
export type MaintenanceRow = {
  id: number
  active: number
  /** Message shown in place of an answer. */
  message: string
}

/** An entry of the audit log: see platform/events/record-act.ts. Names are as they were at that time. */
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

/** Something that an operator has to look at; see platform/observability/alarms.ts. */
export type AlarmsRow = {
  name: string
  raised_at: number
  /** JSON. */
  details: string
}

/** A file of the web app that pages of this release or an earlier one may ask for: see platform/http/pages/release-assets.ts. */
export type WebAssetsRow = {
  /** Its path, with a digest of the content. */
  name: string
  content: Uint8Array
  /** When a release without it took over; null while it belongs to the one that started last. */
  superseded_at: number | null
}

/**
 * How many rows another table has, see platform/database/counters.ts: people by `is_active` and `is_pro` (`users:10`),
 * `sessions`, transfers by what became of them (`transfers:live`, `transfers:expired`) and by the hour of their creation,
 * entries of the audit log by their act (`audit:user.created`) and day.
 */
export type CountersRow = {
  name: string
  /** Hours or days since 1970 where rows are counted by time, else 0. */
  bucket: number
  /** Number of the row among those of one counter; below 0 it holds part of an amount. */
  shard: number
  amount: number
  /** Sum of the sizes of the rows. */
  bytes: number
}

/** Value set by an administrator in place of a default: see platform/background/live-config.ts. */
export type SettingsRow = {
  /** An option with a `setting`, of options.ts. */
  name: string
  /** As it would stand in the environment. */
  value: string
  changed_at: number
}

/** Secret value set by an administrator, sealed by the key ring: see platform/background/saved-settings.ts. */
export type SealedSettingsRow = {
  /** An option with a `setting` that is `secret`. */
  name: string
  kid: string
  sealed: Uint8Array
  changed_at: number
}

/** The first set-up of the service: one row, always there. See operations/setup. */
export type SetupRow = {
  id: number
  /** SHA-256 of the token of the set-up link; null before the first start and once the link was used. */
  token_hash: Uint8Array | null
  expires_at: number
  /** Fingerprint of the active master key of which an administrator has confirmed a copy elsewhere. */
  saved_key: string | null
}
