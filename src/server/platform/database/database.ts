import type { Kysely } from 'kysely'
import type {
  DayKeysRow,
  DownloadTicketsRow,
  FileSlotsRow,
  FilesRow,
  PiecesRow,
  ResumableUploadsRow,
  UploadStepsRow,
} from './tables/transfer-tables.ts'
import type {
  ContactsRow,
  KnownDevicesRow,
  MlKemPairsRow,
  NotificationsRow,
  PasswordTriesRow,
  ResetTokensRow,
  RsaPairsRow,
  SessionsRow,
  UsersRow,
} from './tables/people-tables.ts'
import type {
  AllowancesRow,
  AuditLogRow,
  LeasesRow,
  MailOutboxRow,
  MaintenanceRow,
  ServiceRow,
} from './tables/service-tables.ts'

/**
 * The tables, as both engines hold them: text ids, bigint milliseconds since 1970, smallint flags (0 or 1),
 * bytes as blob or bytea. There is no port over SQL beyond this type: capabilities write Kysely queries and
 * the tests run each of them on SQLite and on PostgreSQL. The rows stand beside it, by what they are about.
 */
export type Tables = {
  files: FilesRow
  pieces: PiecesRow
  file_slots: FileSlotsRow
  day_keys: DayKeysRow
  download_tickets: DownloadTicketsRow
  leases: LeasesRow
  resumable_uploads: ResumableUploadsRow
  upload_steps: UploadStepsRow
  allowances: AllowancesRow
  mail_outbox: MailOutboxRow
  users: UsersRow
  sessions: SessionsRow
  known_devices: KnownDevicesRow
  reset_tokens: ResetTokensRow
  password_tries: PasswordTriesRow
  contacts: ContactsRow
  notifications: NotificationsRow
  ml_kem_pairs: MlKemPairsRow
  rsa_pairs: RsaPairsRow
  service: ServiceRow
  maintenance: MaintenanceRow
  audit_log: AuditLogRow
}

export type Database = Kysely<Tables>

export type * from './tables/transfer-tables.ts'
export type * from './tables/people-tables.ts'
export type * from './tables/service-tables.ts'
