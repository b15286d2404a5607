import type { Tables } from '#server/platform/database/database.ts'

/**
 * What becomes of each table in a backup: the columns that make up its key, or why it is left out. A backup restores in
 * this order, so that rows come after those they refer to.
 */
export const backupTables = {
  users: ['id'],
  known_devices: ['hash'],
  contacts: ['id'],
  rsa_pairs: ['user_id'],
  ml_kem_pairs: ['id'],
  files: ['id'],
  pieces: ['file_id', 'position'],
  file_slots: ['file_id', 'type'],
  notifications: ['id'],
  audit_log: ['id'],

  day_keys: 'kept beside the backups, one by one, so that they can be destroyed when their day is over',
  download_tickets: 'whoever holds one could open a file that has ended since',
  sessions: 'everybody signs in again',
  reset_tokens: 'they would be good again for mails long read',
  mail_outbox: 'the mails have been sent since',
  resumable_uploads: 'their senders start again',
  upload_steps: 'they say what is going on',
  rate_limits: 'they are over within the hour',
  failed_attempts: 'they are over within the hour',
  locks: 'they belong to running instances',
  service: 'a service that was restored is another one than that which made the backup',
  maintenance: 'a service that was restored says for itself whether it is open',
} as const satisfies { [Name in keyof Tables]: readonly (keyof Tables[Name] & string)[] | string }

/** The tables that a backup holds, with the columns of their keys, in the order in which they are restored. */
export const keptTables: readonly { readonly name: string; readonly key: readonly string[] }[] =
  Object.entries(backupTables).flatMap(([name, key]) => (typeof key === 'string' ? [] : [{ name, key }]))
