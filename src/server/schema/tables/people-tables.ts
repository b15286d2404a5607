import type { Language } from '#contract/languages.ts'

/** A person with an account. */
export type UsersRow = {
  id: string
  username: string
  /** In lower case: no two names differ in case only. */
  username_folded: string
  email: string
  email_folded: string
  /** Time at which the address was confirmed; null before. */
  email_verified_at: number | null
  /** 1 if the address must be confirmed before a sign-in. */
  must_verify_email: number
  /** See crypto/passwords/account-password.ts. */
  password_hash: string
  /** 1 when an administrator has set the password: nothing else works until it is changed. */
  must_change_password: number
  is_admin: number
  is_pro: number
  is_active: number
  /** Bytes that all live files of this person may have together. */
  storage_limit: number
  /** Which mails this person wants; the consent to marketing is in `consents`. */
  wants_security: number
  wants_notifications: number
  wants_marketing: number
  /** Language of mails to them; null until known. */
  language: Language | null
  created_at: number
  /** The last time someone signed in. */
  signed_in_at: number | null
  /** End of the grace period for adding a second factor; null if one exists or none is needed. */
  second_factor_due_at: number | null
  /** 1: an administrator lets this person create file requests, however new the account is. */
  requests_allowed: number
  /** 1 for an address that an administrator entered or invited: it counts for groups like a confirmed one. */
  email_vouched: number | null
  /** The version whose news this person has read, or with which the account was made; null for older accounts. */
  news_read: string | null
}

/** An invitation to open an account, until it is used, withdrawn or over. */
export type InvitationsRow = {
  id: string
  /** SHA-256 of the secret in its link. */
  hash: Uint8Array
  email: string
  /** In lower case: an address has one invitation. */
  email_folded: string
  /** 1 if we mailed it to the address, which then needs no other confirmation. */
  mailed: number
  /** The group that its person is put into. */
  group_id: string | null
  created_at: number
  expires_at: number
}

/**
 * One sign-in on one device, also called a family of refresh tokens: see identity/sign-in/sessions/session-tokens.ts. Hashes are
 * SHA-256 of tokens.
 */
export type SessionsRow = {
  id: string
  user_id: string
  access_hash: Uint8Array
  access_expires_at: number
  /** The access token before the last refresh, good until its own end: calls on their way may carry it. */
  previous_access_hash: Uint8Array | null
  previous_access_expires_at: number | null
  /** Hash of the part that all refresh tokens of this session share. */
  family_hash: Uint8Array
  refresh_hash: Uint8Array
  /** The refresh token before the last refresh, good for the grace; its successor is made with the salt. */
  previous_refresh_hash: Uint8Array | null
  successor_salt: Uint8Array | null
  rotated_at: number | null
  remembered: number
  /** Such as «Firefox, Windows»; empty when it is not known. */
  device: string
  created_at: number
  last_used_at: number
  /** Without another refresh the session ends then; at `expires_at` it ends in any case. */
  idle_until: number
  expires_at: number
}

/** Key of a program that acts for a person: see identity/api-keys. */
export type ApiKeysRow = {
  id: string
  user_id: string
  /** SHA-256 of the key. */
  hash: Uint8Array
  /** Its first characters. */
  hint: string
  name: string
  /** Separated by blanks, as `networks`. */
  scopes: string
  networks: string
  created_at: number
  /** Null: until it is revoked. */
  expires_at: number | null
  last_used_at: number | null
}

/** An authenticator app of a person: see identity/sign-in/second-factor. */
export type TotpRow = {
  user_id: string
  /** The master key that the secret is sealed under. */
  kid: string
  sealed_secret: Uint8Array
  /** Null until a first code has shown that the app has the secret. */
  confirmed_at: number | null
  /** Time step of the last accepted code: it and earlier ones are not valid again. */
  last_step: number
}

/** A code that opens an account once in place of its app: see crypto/passwords/recovery-codes.ts. */
export type RecoveryCodesRow = {
  id: string
  user_id: string
  salt: Uint8Array
  memory: number
  passes: number
  hash: Uint8Array
  used_at: number | null
}

/** Permission for one act within a few minutes after a person confirmed their identity: see identity/sign-in/confirm. */
export type SignInChallengesRow = {
  /** SHA-256 of the token. */
  hash: Uint8Array
  /** `confirmation`: change credentials. `second-factor`: bring the second factor after the password. */
  kind: 'confirmation' | 'second-factor'
  user_id: string
  /** The session that a confirmation is good for. */
  session_id: string | null
  /** Whether the session that is to be opened is remembered. */
  remembered: number
  /** Wrong codes so far. */
  failures: number
  expires_at: number
}

/** Devices that a person has signed in from: see identity/sign-in/sessions/remember-device.ts. */
export type KnownDevicesRow = {
  /** SHA-256 of the person and the device. */
  hash: Uint8Array
  user_id: string
  seen_at: number
}

/** Leave to set a new password, mailed to the person. */
export type ResetTokensRow = {
  /** SHA-256 of the token. */
  hash: Uint8Array
  user_id: string
  expires_at: number
}

/** Wrong passwords in a row: see identity/sign-in/tries/throttle-attempts.ts. */
export type FailedAttemptsRow = {
  /** SHA-256 of the name as typed, which may be a password typed into the wrong field. */
  key_hash: Uint8Array
  failures: number
  last_at: number
}

/** Someone whom a person sends files to. */
export type ContactsRow = {
  id: string
  user_id: string
  name: string
  /** For sorting and, with all the rest in `search_text`, for search: see platform/database/fold-for-search.ts. */
  name_folded: string
  email: string
  phone: string | null
  company: string | null
  search_text: string
  created_at: number
}

/** Notification of an owner about a transfer. One row for each kind, however often it happened. */
export type NotificationsRow = {
  id: string
  user_id: string
  /** The transfer and its main link may be long forgotten. For the last two kinds both are the id of a request. */
  transfer_id: string
  link_id: string
  kind: 'downloaded' | 'expiring' | 'expired' | 'received' | 'request-closed'
  /** The name of the transfer, or the title of the request. */
  filename: string
  times: number
  /** The last time. */
  happened_at: number
  /** Null again when it happens again. */
  read_at: number | null
}

/** A post-quantum key pair of a person: see docs/file-format.md. */
export type MlKemPairsRow = {
  id: string
  user_id: string
  algorithm: 'ml-kem512' | 'ml-kem768' | 'ml-kem1024'
  /** SubjectPublicKeyInfo, DER. */
  public_key: Uint8Array
  /** The private half, under the pair key and the key password. */
  sealed_seed: Uint8Array
  /** The master key that the pair key is sealed under. */
  kid: string
  sealed_pair_key: Uint8Array
  created_at: number
}

/** An RSA key pair, made in its person's browser, which encrypted the private half. */
export type RsaPairsRow = {
  user_id: string
  /** SubjectPublicKeyInfo, DER. */
  public_key: Uint8Array
  /** salt || nonce || ciphertext || tag; see rsaKeys of the contract. */
  encrypted_private_key: Uint8Array
  /** Iterations of PBKDF2. */
  iterations: number
  created_at: number
}

/** A key pair for requests, made in its person's browser; see docs/end-to-end.md. */
export type XWingPairsRow = {
  id: string
  user_id: string
  public_key: Uint8Array
  /** The private half under a password that no server knows; null where its person has it alone. */
  sealed_seed: Uint8Array | null
  created_at: number
}

/** A consent or objection of a person: see identity/consents. Triggers keep all but `withdrawn_at`, which is set once. */
export type ConsentsRow = {
  id: string
  /** `user:` and a salted hash of the id of an account, or `address:` and that of a mail address for the stop list. */
  subject: string
  purpose: string
  version: string
  /** Hash of the text that was agreed to: see identity/consents/consent-texts.ts. */
  text_sha256: Uint8Array
  given_at: number
  withdrawn_at: number | null
  /** Way it was given: one of the contract's ways. */
  how: string
}
