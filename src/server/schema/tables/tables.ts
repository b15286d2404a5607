import type { ArrivalsRow } from './arrival-tables.ts'
import type {
  BrandPicturesRow,
  GroupMembersRow,
  GroupsRow,
  IdentityRow,
  OwnTextsRow,
} from './house-tables.ts'
import type { EmailVerificationsRow, IdentitiesRow, OidcSignInsRow } from './identity-tables.ts'
import type { ImportedRow, OldLinksRow } from './import-tables.ts'
import type { PasskeyChallengesRow, PasskeysRow } from './passkey-tables.ts'
import type {
  ApiKeysRow,
  ConsentsRow,
  ContactsRow,
  FailedAttemptsRow,
  InvitationsRow,
  KnownDevicesRow,
  MlKemPairsRow,
  NotificationsRow,
  RecoveryCodesRow,
  ResetTokensRow,
  RsaPairsRow,
  SessionsRow,
  SignInChallengesRow,
  TotpRow,
  UsersRow,
  XWingPairsRow,
} from './people-tables.ts'
import type {
  BlockedContentRow,
  CaseEntriesRow,
  CasesRow,
  DecisionsRow,
  ReportKeysRow,
  ReportsRow,
  StrikesRow,
} from './report-tables.ts'
import type { RequestArchivesRow, RequestsRow, RequestUploadsRow } from './request-tables.ts'
import type {
  AddressSaltRow,
  AlarmsRow,
  AuditLogRow,
  ConfirmedAddressesRow,
  CountersRow,
  EventsRow,
  InstancesRow,
  JobsRow,
  LocksRow,
  MailCodesRow,
  MailOutboxRow,
  MaintenanceRow,
  RateLimitsRow,
  SealedSettingsRow,
  SentMailsRow,
  ServiceRow,
  SettingsRow,
  SetupRow,
  StoppedAddressesRow,
  WebAssetsRow,
} from './service-tables.ts'
import type {
  BlobsRow,
  DayKeysRow,
  EndToEndSlotsRow,
  FilesRow,
  LinksRow,
  OrphansRow,
  ReservationsRow,
  SegmentsRow,
  SlotsRow,
  SmallBlobsRow,
  TransferEventsRow,
  TransfersRow,
  UploadClaimsRow,
  UploadStepsRow,
  UploadsRow,
} from './transfer-tables.ts'
import type { DeviceCodesRow, WebhookDeliveriesRow, WebhookQueueRow, WebhooksRow } from './webhook-tables.ts'

/**
 * The tables, as both engines hold them: text ids, bigint milliseconds since 1970, smallint flags (0 or 1),
 * bytes as blob or bytea. There is no port over SQL beyond this type: capabilities write Kysely queries and
 * the tests run each of them on SQLite and on PostgreSQL. The rows stand beside it, by what they are about.
 */
export type Tables = {
  transfers: TransfersRow
  files: FilesRow
  segments: SegmentsRow
  blobs: BlobsRow
  small_blobs: SmallBlobsRow
  slots: SlotsRow
  end_to_end_slots: EndToEndSlotsRow
  day_keys: DayKeysRow
  links: LinksRow
  reservations: ReservationsRow
  transfer_events: TransferEventsRow
  uploads: UploadsRow
  upload_claims: UploadClaimsRow
  upload_steps: UploadStepsRow
  arrivals: ArrivalsRow
  orphans: OrphansRow
  requests: RequestsRow
  request_uploads: RequestUploadsRow
  request_archives: RequestArchivesRow
  locks: LocksRow
  instances: InstancesRow
  jobs: JobsRow
  rate_limits: RateLimitsRow
  events: EventsRow
  mail_outbox: MailOutboxRow
  mail_codes: MailCodesRow
  confirmed_addresses: ConfirmedAddressesRow
  address_salt: AddressSaltRow
  stopped_addresses: StoppedAddressesRow
  sent_mails: SentMailsRow
  consents: ConsentsRow
  users: UsersRow
  sessions: SessionsRow
  api_keys: ApiKeysRow
  totp: TotpRow
  passkeys: PasskeysRow
  passkey_challenges: PasskeyChallengesRow
  recovery_codes: RecoveryCodesRow
  sign_in_challenges: SignInChallengesRow
  known_devices: KnownDevicesRow
  reset_tokens: ResetTokensRow
  invitations: InvitationsRow
  failed_attempts: FailedAttemptsRow
  identities: IdentitiesRow
  oidc_sign_ins: OidcSignInsRow
  email_verifications: EmailVerificationsRow
  device_codes: DeviceCodesRow
  contacts: ContactsRow
  webhooks: WebhooksRow
  webhook_deliveries: WebhookDeliveriesRow
  webhook_queue: WebhookQueueRow
  cases: CasesRow
  reports: ReportsRow
  report_keys: ReportKeysRow
  case_entries: CaseEntriesRow
  decisions: DecisionsRow
  strikes: StrikesRow
  blocked_content: BlockedContentRow
  notifications: NotificationsRow
  ml_kem_pairs: MlKemPairsRow
  rsa_pairs: RsaPairsRow
  x_wing_pairs: XWingPairsRow
  service: ServiceRow
  maintenance: MaintenanceRow
  settings: SettingsRow
  sealed_settings: SealedSettingsRow
  setup: SetupRow
  identity: IdentityRow
  brand_pictures: BrandPicturesRow
  own_texts: OwnTextsRow
  groups: GroupsRow
  group_members: GroupMembersRow
  audit_log: AuditLogRow
  counters: CountersRow
  alarms: AlarmsRow
  web_assets: WebAssetsRow
  imported: ImportedRow
  old_links: OldLinksRow
}

export type * from './house-tables.ts'
export type * from './identity-tables.ts'
export type * from './import-tables.ts'
export type * from './passkey-tables.ts'
export type * from './people-tables.ts'
export type * from './report-tables.ts'
export type * from './request-tables.ts'
export type * from './service-tables.ts'
export type * from './transfer-tables.ts'
export type * from './webhook-tables.ts'
