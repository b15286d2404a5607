import type { Kysely } from 'kysely'
import type {
  ContactsRow,
  FailedAttemptsRow,
  KnownDevicesRow,
  MlKemPairsRow,
  NotificationsRow,
  ResetTokensRow,
  RsaPairsRow,
  SessionsRow,
  UsersRow,
} from './tables/people-tables.ts'
import type {
  AuditLogRow,
  LocksRow,
  MailOutboxRow,
  MaintenanceRow,
  RateLimitsRow,
  ServiceRow,
} from './tables/service-tables.ts'
import type {
  DayKeysRow,
  DownloadTicketsRow,
  FileSlotsRow,
  FilesRow,
  ResumableUploadsRow,
  SegmentsRow,
  UploadStepsRow,
} from './tables/transfer-tables.ts'

/**
 * The tables, as both engines hold them: text ids, bigint milliseconds since 1970, smallint flags (0 or 1),
 * bytes as blob or bytea. There is no port over SQL beyond this type: capabilities write Kysely queries and
 * the tests run each of them on SQLite and on PostgreSQL. The rows stand beside it, by what they are about.
 */
export type Tables = {
  files: FilesRow
  pieces: SegmentsRow
  file_slots: FileSlotsRow
  day_keys: DayKeysRow
  download_tickets: DownloadTicketsRow
  locks: LocksRow
  resumable_uploads: ResumableUploadsRow
  upload_steps: UploadStepsRow
  rate_limits: RateLimitsRow
  mail_outbox: MailOutboxRow
  users: UsersRow
  sessions: SessionsRow
  known_devices: KnownDevicesRow
  reset_tokens: ResetTokensRow
  failed_attempts: FailedAttemptsRow
  contacts: ContactsRow
  notifications: NotificationsRow
  ml_kem_pairs: MlKemPairsRow
  rsa_pairs: RsaPairsRow
  service: ServiceRow
  maintenance: MaintenanceRow
  audit_log: AuditLogRow
}

export type Database = Kysely<Tables>

export type * from './tables/people-tables.ts'
export type * from './tables/service-tables.ts'
export type * from './tables/transfer-tables.ts'
