import { termsPrompts } from '#contract/accounts/terms.ts'
import {
  accountAge,
  address,
  certificates,
  claimValue,
  clamdAddress,
  contact,
  issuer,
  keyPrefix,
  lifeLimit,
  lifetime,
  lifetimes,
  line,
  list,
  mailAddress,
  mailbox,
  megabytes,
  networks,
  type Option,
  oneOf,
  onOff,
  origin,
  port,
  registrationRule,
  secret,
  secretAddress,
  serviceOrigin,
  signUpRule,
  size,
  text,
  timeOfDay,
  typeList,
  wholeNumber,
} from './option-values.ts'
import { readBlockedTypes, readTypeList } from './read-type-list.ts'

/**
 * Every option once: how it is read, its default and its meaning. docs/configuration.md is made from this
 * table by `npm run docs`.
 */
export const options = {
  PORT: { read: port, default: '3000', meaning: 'TCP port of the server.' },
  HOST: { read: text, default: '0.0.0.0', meaning: 'Address the server listens on.' },
  WORKERS: {
    read: wholeNumber(1, 64),
    default: undefined,
    meaning:
      'Processes that serve requests, on this machine and this port. Default: 1 with SQLite; with DATABASE_URL one less than there are cores, at least 1 and at most 8.',
  },
  PUBLIC_URL: {
    read: serviceOrigin,
    default: undefined,
    meaning:
      'Origin that users visit, such as https://files.example.eu. A sub-path is not supported: see [operations.md](operations.md#a-sub-path). Default: http://localhost and the port; pages then show links with the address by which they were opened.',
    setting: 'address',
    holds: 'from the next start',
  },
  DATA_DIR: {
    read: text,
    default: './data',
    meaning: 'Folder for the database, the files and the keys.',
  },
  DATABASE_URL: {
    read: address(/^postgres(ql)?$/, 'postgres://user:password@host/database'),
    default: undefined,
    meaning: 'PostgreSQL address. Default: SQLite in DATA_DIR.',
    fromFile: true,
  },
  DATABASE_POOL_SIZE: {
    read: wholeNumber(2, 200),
    default: '10',
    meaning:
      'Max connections of this instance to PostgreSQL, shared out among its workers, with at least 2 for each. All instances together must stay below its max_connections.',
  },
  S3_BUCKET: {
    read: text,
    default: undefined,
    meaning: 'Bucket for the files. Default: DATA_DIR/blobs.',
  },
  NEW_FILES: {
    read: oneOf('disk', 's3'),
    default: undefined,
    meaning:
      'Where new files go: disk or s3. Default: s3 with S3_BUCKET. With disk a bucket is only read, for `restante move-storage --from s3 --to disk`.',
  },
  S3_ENDPOINT: {
    read: address(/^https?$/, 'https://s3.example.eu'),
    default: undefined,
    meaning: "Address of the S3 service, if it isn't the region's default.",
  },
  S3_REGION: { read: text, default: 'eu-central-1', meaning: 'Region of the bucket.' },
  S3_ACCESS_KEY_ID: {
    read: text,
    default: undefined,
    meaning:
      "S3 access key. Default: the machine's own credentials (AWS_* variables, files of AWS, a web identity, a container's or an instance's role).",
    fromFile: true,
  },
  S3_SECRET_ACCESS_KEY: {
    read: text,
    default: undefined,
    meaning: 'S3 secret key, together with S3_ACCESS_KEY_ID.',
    fromFile: true,
  },
  S3_PREFIX: {
    read: keyPrefix,
    default: undefined,
    meaning:
      'Beginning of all keys in S3_BUCKET, such as team/restante, so that others may use the bucket, too. Default: none.',
  },
  S3_ADDRESSING: {
    read: oneOf('path', 'virtual'),
    default: undefined,
    meaning:
      'Whether the bucket stands in the path of addresses or is a name before the host (virtual). Default: path with S3_ENDPOINT, virtual without.',
  },
  S3_SERVER_SIDE_ENCRYPTION: {
    read: oneOf('off', 'AES256', 'aws:kms'),
    default: 'off',
    meaning:
      'Encryption that the S3 service is asked for with each object, for rules that want it: off, AES256 or aws:kms. What it gets is encrypted already.',
  },
  SMALL_FILES_IN_DATABASE: {
    read: onOff,
    default: 'on',
    meaning:
      'Whether uploads of at most 64 KB are kept in the database, which is several times faster than a file each: on or off.',
  },
  MASTER_KEYS: {
    read: text,
    default: undefined,
    meaning:
      'Master keys as kid:base64 of 32 bytes, separated by commas. A new one goes first, and becomes active with `restante rotate-keys`.',
  },
  MASTER_KEYS_FILE: {
    read: text,
    default: undefined,
    meaning:
      'File with the master keys, in place of MASTER_KEYS; a change is noticed within seconds. Default: DATA_DIR/keys/master-keys, created on the first start, unless DATABASE_URL is set.',
  },
  UPLOAD_ORIGIN: {
    read: origin,
    default: undefined,
    meaning:
      'Second origin of this server for large uploads that bypass a proxy. Pages of PUBLIC_URL may call it, for uploads only.',
  },
  TRUSTED_PROXIES: {
    read: networks,
    default: undefined,
    meaning:
      'Addresses or networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas.',
  },
  UPLOAD_DIRECT_EARLY: {
    read: onOff,
    default: 'off',
    meaning: 'Whether uploads go to UPLOAD_ORIGIN from 76 MB on instead of 95 MB: on or off.',
  },
  WEBHOOK_NETWORKS: {
    read: networks,
    default: undefined,
    meaning:
      'Addresses or networks that webhooks may call although they are not public, separated by commas, such as 10.0.0.0/8. With 127.0.0.1 programs on this machine may be called without TLS. By default webhooks reach public addresses only.',
  },
  UPLOADS_PER_HOUR: {
    read: wholeNumber(1, 1_000_000),
    default: '200',
    meaning: 'Max uploads one address can start per hour.',
    setting: 'limits',
  },
  REQUEST_MIN_ACCOUNT_AGE: {
    read: accountAge,
    default: '24h',
    meaning:
      'How old an account has to be before it can create file requests, 0 for no minimum. Administrators can allow an account earlier.',
    setting: 'limits',
  },
  REQUEST_KEEP_FOR: {
    read: lifetime,
    default: '7d',
    meaning:
      'How long files of a file request are kept unless its owner chooses: the longest choice of the owner up to this.',
    setting: 'limits',
  },
  SECOND_FACTOR: {
    read: oneOf('optional', 'administrators', 'all'),
    default: 'optional',
    meaning:
      'Who has to use two-step sign-in: optional (nobody has to), administrators, or all. Accounts without one have 7 days from their next sign-in.',
    setting: 'signIn',
  },
  PASSWORD_SIGN_IN: {
    read: oneOf('on', 'admins', 'off'),
    default: 'on',
    meaning:
      'Who can sign in with a password: on (everyone), admins, or off. Unless on, nobody can register with a password, and OIDC_ISSUER has to be set.',
  },
  REGISTRATION: {
    read: registrationRule,
    default: 'open',
    meaning:
      'Who can register with a password: open (anyone), invited, closed, or people whose address is at one of some mail domains, separated by commas, which needs EMAIL_VERIFICATION=on. An invitation works with each of them.',
    setting: 'signIn',
  },
  EMAIL_VERIFICATION: {
    read: onOff,
    default: 'off',
    meaning:
      'Whether people have to confirm their email address before their first sign-in, and a new one before it counts: on or off. Needs SMTP_URL.',
  },
  OIDC_ISSUER: {
    read: issuer,
    default: undefined,
    meaning:
      'Issuer of an OpenID Connect provider people can sign in with, such as https://login.example.eu; see [signing-in.md](signing-in.md).',
    setting: 'provider',
  },
  OIDC_CLIENT_ID: {
    read: text,
    default: undefined,
    meaning: 'Client id of this service at OIDC_ISSUER.',
    setting: 'provider',
  },
  OIDC_CLIENT_SECRET: {
    read: text,
    default: undefined,
    meaning: 'Client secret of this service at OIDC_ISSUER. Default: none, for a public client.',
    setting: 'provider',
    secret: true,
    fromFile: true,
  },
  OIDC_SCOPES: {
    read: text,
    default: 'openid profile email',
    meaning: 'Scopes to ask OIDC_ISSUER for, separated by blanks; openid is one of them.',
  },
  OIDC_NAME: {
    read: line,
    default: undefined,
    meaning: 'How pages name the provider: “Continue with …”. Default: the host of OIDC_ISSUER.',
    setting: 'signIn',
  },
  OIDC_SIGN_UP: {
    read: signUpRule,
    default: 'off',
    meaning:
      'Whether a first sign-in with OIDC_ISSUER creates an account: off, on, or only for verified addresses of some mail domains, separated by commas.',
    setting: 'signIn',
  },
  OIDC_LINK_VERIFIED_EMAIL: {
    read: onOff,
    default: 'off',
    meaning:
      'Whether a first sign-in with OIDC_ISSUER connects to the account with the same address by itself: on or off. Only where both sides have verified the address, and never to an administrator.',
  },
  OIDC_TRUST_EMAIL: {
    read: onOff,
    default: 'off',
    meaning:
      'Whether addresses of OIDC_ISSUER count as verified although it sends no `email_verified`: on or off. Only where people cannot choose their address there: else anyone takes the account of another. Never connects to an administrator.',
  },
  OIDC_ADMIN_CLAIM: {
    read: claimValue,
    default: undefined,
    meaning:
      'Claim that makes an administrator, such as groups:restante-admins or realm_access.roles:admin. Default: none.',
  },
  OIDC_PRO_CLAIM: {
    read: claimValue,
    default: undefined,
    meaning:
      'Claim that makes a Pro account, such as groups:restante-pro or realm_access.roles:pro. Default: none.',
  },
  OIDC_QUOTA_CLAIM: {
    read: text,
    default: undefined,
    meaning:
      'Name of the claim with the storage of an account, such as 20GB or a number of bytes. Default: none.',
  },
  OIDC_GROUPS_CLAIM: {
    read: text,
    default: undefined,
    meaning:
      'Name of the claim whose values put people into groups, such as groups or realm_access.roles; see [signing-in.md](signing-in.md). Default: none.',
  },
  RATE_LIMITS: {
    read: onOff,
    default: 'on',
    meaning: 'Whether limits per address and user apply: on, or off for benchmarks.',
  },
  PASSWORD_COST: {
    read: oneOf('full', 'low'),
    default: 'full',
    meaning:
      'What hashing a password costs: full, or low for tests, which is refused unless PUBLIC_URL is this machine.',
  },
  FREE_FILE_SIZE: {
    read: size,
    default: '2GB',
    meaning: 'Largest file without a Pro account, such as 500MB or 2GB (1024-based).',
    setting: 'limits',
  },
  PRO_FILE_SIZE: {
    read: size,
    default: '10GB',
    meaning: 'Largest file with a Pro account.',
    setting: 'limits',
  },
  FREE_TRANSFER_SIZE: {
    read: size,
    default: '5GB',
    meaning: 'Max total size of the files of one link, without a Pro account.',
    setting: 'limits',
  },
  PRO_TRANSFER_SIZE: {
    read: size,
    default: '25GB',
    meaning: 'The same with a Pro account.',
    setting: 'limits',
  },
  EXPIRY_OPTIONS: {
    read: lifetimes,
    default: '30m,1h,3h,6h,12h',
    meaning:
      'How long links may work, separated by commas. One entry leaves senders no choice. Unless set, senders without Pro may also ask for 24 hours through the API.',
    setting: 'sending',
  },
  PRO_EXPIRY_OPTIONS: {
    read: lifetimes,
    default: '1d,3d,7d,14d,30d',
    meaning: 'What Pro accounts may choose beyond EXPIRY_OPTIONS; `none` for nothing.',
    setting: 'sending',
  },
  DEFAULT_EXPIRY: {
    read: lifetime,
    default: '3h',
    meaning:
      'The entry of EXPIRY_OPTIONS that is chosen at first. Default: the first, where 3h is none of them.',
    setting: 'sending',
  },
  LONGEST_LIFE: {
    read: lifeLimit,
    default: '90d',
    meaning: 'How long a transfer may live after its upload, however often its end is moved.',
    setting: 'sending',
  },
  FILE_PASSWORD: {
    read: oneOf('optional', 'required'),
    default: 'optional',
    meaning: 'Whether senders have to set a file password. Files locked for a post-quantum key need none.',
    setting: 'sending',
  },
  FILE_PASSWORD_LENGTH: {
    read: wholeNumber(1, 128),
    default: '1',
    meaning: 'Min length of a file password.',
    setting: 'sending',
  },
  ANONYMOUS_UPLOADS: {
    read: onOff,
    default: 'on',
    meaning: 'Whether people without an account may send files: on or off. Anyone with a link can download.',
    setting: 'sending',
  },
  UPLOAD_NETWORKS: {
    read: networks,
    default: undefined,
    meaning:
      'Addresses or networks from which people without an account may send files, separated by commas, such as 10.0.0.0/8, if ANONYMOUS_UPLOADS is on. Behind a proxy it needs TRUSTED_PROXIES. Downloads and file requests stay open to everyone. Default: all.',
    setting: 'sending',
  },
  FREE_SPACE_KEPT: {
    read: size,
    default: '1GB',
    meaning: 'Free space to keep on the disk of DATA_DIR; uploads that would use it are refused.',
    setting: 'limits',
  },
  STORAGE_TOTAL: {
    read: size,
    default: undefined,
    meaning:
      'Max total size of all live files and of uploads under way, on the disk and on S3, such as 500GB. More is refused; from 80% on the alarm `storage-total` is on. Default: no limit.',
    setting: 'limits',
  },
  CLAMD_URL: {
    read: clamdAddress,
    default: undefined,
    meaning:
      'ClamAV daemon that scans every file, such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl. Default: the built-in check, which only detects the EICAR test file.',
    setting: 'scanner',
  },
  CLAMD_STREAM_MAX: {
    read: megabytes(2, 2000),
    default: '25MB',
    meaning:
      'Max bytes sent to clamd at once; larger files are sent in parts. At most its StreamMaxLength and MaxFileSize.',
  },
  END_TO_END: {
    read: oneOf('off', 'accounts', 'all'),
    default: undefined,
    meaning:
      "Whose files may be end-to-end encrypted: off, accounts or all. The server can't scan them or check their types. Default: accounts; off where UNSCANNED_FILES is refuse or ALLOWED_TYPES is set.",
    setting: 'sending',
  },
  UNSCANNED_FILES: {
    read: oneOf('allow', 'refuse'),
    default: 'allow',
    meaning:
      "What to do with files the virus scanner can't read, such as encrypted or very large archives: allow, with a notice on the download page, or refuse.",
    setting: 'sending',
  },
  BLOCKED_TYPES: {
    read: typeList(readBlockedTypes),
    default: 'default',
    meaning:
      'Refused file name extensions, separated by commas; they also cover programs recognized by content. `default` is the list of [file-types.md](file-types.md), a minus removes one (`default,js,-sh`), `none` refuses nothing.',
    setting: 'sending',
  },
  ALLOWED_TYPES: {
    read: typeList(readTypeList),
    default: undefined,
    meaning:
      'The only accepted file name extensions, separated by commas, such as pdf,png. Files whose content contradicts the name are refused. Default: all but BLOCKED_TYPES.',
    setting: 'sending',
  },
  SMTP_URL: {
    read: address(/^smtps?$/, 'smtp://user:password@mail.example.eu:587'),
    default: undefined,
    meaning:
      "Mail server, such as smtp://user:password@mail.example.eu:587 or smtps://. Default: emails aren't sent, but saved as .eml files in DATA_DIR/mail.",
    setting: 'mail',
    fromFile: true,
  },
  SMTP_PASSWORD: {
    read: text,
    default: undefined,
    meaning: 'Password at the mail server, in place of one in SMTP_URL.',
    setting: 'mail',
    secret: true,
    fromFile: true,
  },
  SMTP_TLS: {
    read: oneOf('strict', 'opportunistic', 'off'),
    default: 'opportunistic',
    meaning:
      'TLS to a mail server of smtp://: strict (always, and the certificate has to be good), opportunistic (where the server offers it, and always before a password leaves this machine), or off (never: passwords only on this machine).',
  },
  SMTP_CA_FILE: {
    read: certificates,
    default: undefined,
    meaning:
      'File with certificates in PEM that the mail server may be signed by, beside the usual ones. It is read at the start.',
  },
  SMTP_OAUTH_TOKEN_URL: {
    read: secretAddress,
    default: undefined,
    meaning:
      'Where to get access tokens for the mailbox in SMTP_URL (XOAUTH2 by client credentials), in place of a password. Needs the two below.',
  },
  SMTP_OAUTH_CLIENT_ID: {
    read: text,
    default: undefined,
    meaning: 'Client id at SMTP_OAUTH_TOKEN_URL.',
  },
  SMTP_OAUTH_CLIENT_SECRET: {
    read: text,
    default: undefined,
    meaning: 'Client secret at SMTP_OAUTH_TOKEN_URL.',
    fromFile: true,
  },
  SMTP_OAUTH_SCOPE: {
    read: text,
    default: undefined,
    meaning: 'Scope of the tokens, such as https://outlook.office365.com/.default. Default: none.',
  },
  REPLY_TO: {
    read: oneOf('none', 'sender'),
    default: 'none',
    meaning:
      'Where answers to a mail with a link go: none (to MAIL_FROM), or sender: to the address of the account that sent it, once that is confirmed. Guests are never named.',
  },
  MAIL_FROM: {
    read: mailbox,
    default: undefined,
    meaning:
      'Sender of all emails: an address, alone or in angle brackets after a name. Default: Restante, no-reply at the host of PUBLIC_URL.',
    setting: 'mail',
  },
  PLANS: {
    read: oneOf('coming-soon', 'hidden'),
    default: 'coming-soon',
    meaning:
      'Whether pages speak of plans: coming-soon announces Pro and shows prices, hidden shows neither plans, badges nor prices.',
    setting: 'operator',
  },
  TERMS_PROMPT: {
    read: oneOf(...termsPrompts),
    default: 'dialog',
    meaning:
      'How people are asked to accept the terms: dialog (at the start), at-upload (a line at the button that sends; the dialog opens only when the terms have changed), or off.',
    setting: 'operator',
  },
  SUPPORT_MAIL: {
    read: mailAddress,
    default: undefined,
    meaning: 'Email address for support, shown in the footer.',
    setting: 'operator',
  },
  REPORTS: {
    read: onOff,
    default: 'on',
    meaning:
      'Whether anyone can report transfers and file requests, and administrators decide about that: on or off. With off the calls, the pages and the mails of reports are not there; what was disabled before stays disabled.',
  },
  REPORT_MAIL: {
    read: mailAddress,
    default: undefined,
    meaning:
      'Email address that reports of transfers go to. Default: SUPPORT_MAIL, or else all administrators.',
    setting: 'operator',
  },
  REPORT_AUTO_DISABLE: {
    read: onOff,
    default: 'on',
    meaning:
      'Whether a transfer that is reported for child abuse or terrorism, from a confirmed address or from two networks, is disabled at once, for 24 hours or until an administrator looks at it: on or off.',
    setting: 'operator',
  },
  REPORT_OPEN_CHILD_ABUSE: {
    read: onOff,
    default: 'off',
    meaning:
      'Whether administrators may open content that was reported as child abuse: on or off. Possessing it can be an offence even for operators; ask a lawyer first. Administrators cannot change it themselves.',
  },
  SOCIAL_URL: {
    read: address(/^https$/, 'https://social.example.eu/@restante'),
    default: undefined,
    meaning: 'Social profile, linked in the footer.',
    setting: 'operator',
  },
  OPERATOR_NAME: {
    read: line,
    default: undefined,
    meaning: 'The operator of this service, a person or company, for the imprint and the privacy page.',
    setting: 'operator',
  },
  OPERATOR_ADDRESS: {
    read: line,
    default: undefined,
    meaning: 'Postal address of the operator, its lines separated by commas.',
    setting: 'operator',
  },
  OPERATOR_DETAILS: {
    read: list,
    default: undefined,
    meaning:
      'Further details for the imprint, separated by semicolons, such as a phone number; a register entry; a VAT number.',
    setting: 'operator',
  },
  PRIVACY_MAIL: {
    read: mailAddress,
    default: undefined,
    meaning: 'Email address for questions about personal data. Default: SUPPORT_MAIL.',
    setting: 'privacy',
  },
  SECURITY_CONTACT: {
    read: contact,
    default: undefined,
    meaning:
      'Where to report vulnerabilities, for /.well-known/security.txt: an email or https address. Default: SUPPORT_MAIL.',
    setting: 'operator',
  },
  HOSTING_REGION: {
    read: line,
    default: undefined,
    meaning:
      'Location of the servers, such as Zurich, Switzerland, which pages name in place of Europe; `European Union` confirms what they say. Default: the European Union, unconfirmed.',
    setting: 'privacy',
  },
  PROCESSORS: {
    read: list,
    default: undefined,
    meaning:
      'Companies that process data for the operator, separated by semicolons, such as `Hosting Ltd, Finland: servers; Mailer SA, France: mails`. Default: none.',
    setting: 'privacy',
  },
  BACKUP_DIR: {
    read: text,
    default: undefined,
    meaning: 'Folder for backups, on another disk where possible. Default: DATA_DIR/backups.',
    setting: 'backups',
    holds: 'from the next start',
  },
  BACKUP_TIME: {
    read: timeOfDay,
    default: undefined,
    meaning:
      'When to make a backup every day, such as 03:30, in the time zone of the server; the last 30 are kept. With BACKUP_DIR it also copies the files. Default: never.',
    setting: 'backups',
  },
  AUDIT_KEPT: {
    read: wholeNumber(1, 36_500),
    default: '180',
    meaning: 'Days after which entries of the audit log are deleted.',
    setting: 'privacy',
  },
  METRICS_PORT: {
    read: port,
    default: undefined,
    meaning: 'TCP port of a second address that only serves /metrics for Prometheus. Default: none.',
  },
  METRICS_HOST: {
    read: text,
    default: '127.0.0.1',
    meaning: 'Address METRICS_PORT listens on. Anyone who can reach it can read the metrics.',
  },
  METRICS_TOKEN: {
    read: secret(16),
    default: undefined,
    meaning: 'Bearer token of at least 16 characters for the metrics at /api/metrics. Default: not served.',
    fromFile: true,
  },
  DRAIN_SECONDS: {
    read: wholeNumber(0, 3600),
    default: '8',
    meaning: 'Seconds that running transfers may take after SIGTERM. Then their connections are closed.',
  },
  DRAIN_DELAY_SECONDS: {
    read: wholeNumber(0, 300),
    default: '0',
    meaning:
      'Seconds after SIGTERM in which the server still accepts connections while /ready already answers 503, so that a load balancer notices first.',
  },
  LOG_LEVEL: {
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    meaning: 'Log level of the server.',
  },
} as const satisfies Record<string, Option>
