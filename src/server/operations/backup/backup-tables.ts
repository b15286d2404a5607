import type { Tables } from '#server/platform/database/database.ts'

/**
 * What becomes of each table in a backup: the columns that make up its key, or why it is left out. A backup restores in
 * this order, so that rows come after those they refer to.
 */
export const backupTables = {
  users: ['id'],
  api_keys: ['id'],
  totp: ['user_id'],
  recovery_codes: ['id'],
  passkeys: ['id'],
  known_devices: ['hash'],
  contacts: ['id'],
  rsa_pairs: ['user_id'],
  ml_kem_pairs: ['id'],
  requests: ['id'],
  transfers: ['id'],
  files: ['id'],
  blobs: ['id'],
  segments: ['file_id', 'part', 'position'],
  slots: ['id'],
  links: ['id'],
  request_uploads: ['transfer_id'],
  transfer_events: ['id'],
  notifications: ['id'],
  audit_log: ['id'],
  address_salt: ['id'],
  stopped_addresses: ['address_hash'],
  settings: ['name'],
  cases: ['id'],
  reports: ['id'],
  case_entries: ['id'],
  decisions: ['id'],
  strikes: ['id'],
  blocked_content: ['sha256'],

  counters: 'they count the rows that a restore puts in',
  day_keys: 'kept beside the backups, one by one, so that they can be destroyed when their day is over',
  reservations: 'a ticket could open a transfer that has ended since',
  request_archives: 'a ticket could open a transfer that has ended since',
  sessions: 'everybody signs in again',
  sign_in_challenges: 'everybody signs in again',
  passkey_challenges: 'they are good for minutes',
  reset_tokens: 'they would be good again for mails long read',
  events: 'what follows from them has happened since',
  mail_outbox: 'the mails have been sent since',
  mail_codes: 'they are good for minutes',
  uploads: 'their senders start again',
  upload_claims: 'they belong to uploads under way',
  upload_steps: 'they belong to uploads under way',
  rate_limits: 'they are over within the day',
  failed_attempts: 'they are over within the hour',
  locks: 'they belong to running instances',
  instances: 'they say which instances run',
  jobs: 'they belong to running instances',
  service: 'a service that was restored is another one than that which made the backup',
  small_blobs: 'they are copied as blobs are',
  orphans: 'they are about blobs that no row names',
  alarms: 'they are raised again where they hold',
  web_assets: 'each release brings its own',
  setup: 'a service that was restored has its administrators',
  maintenance: 'a service that was restored says for itself whether it is open',
} as const satisfies { [Name in keyof Tables]: readonly (keyof Tables[Name] & string)[] | string }

/** The tables that a backup holds, with the columns of their keys, in the order in which they are restored. */
export const keptTables: readonly { readonly name: string; readonly key: readonly string[] }[] =
  Object.entries(backupTables).flatMap(([name, key]) => (typeof key === 'string' ? [] : [{ name, key }]))
