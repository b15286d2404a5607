/** A passkey of a person: see identity/sign-in/passkeys. */
export type PasskeysRow = {
  id: string
  user_id: string
  credential_id: Uint8Array
  /** COSE_Key. */
  public_key: Uint8Array
  /** Counter of the last accepted signature; 0 for authenticators that do not count. */
  counter: number
  /** How a browser reaches it, separated by blanks. */
  transports: string
  /** 1 when its authenticator can copy it to other devices, and whether it has. */
  backup_eligible: number
  backed_up: number
  /** Empty when neither its owner nor their browser has named it. */
  name: string
  created_at: number
  last_used_at: number | null
}

/** Challenge for a passkey to sign: valid once, for minutes. */
export type PasskeyChallengesRow = {
  /** SHA-256 of the id that its holder has. */
  hash: Uint8Array
  challenge: Uint8Array
  purpose: 'sign-in' | 'confirmation' | 'registration'
  /** Whose it is; null for a sign-in, of which that is not known yet. */
  user_id: string | null
  session_id: string | null
  expires_at: number
}
