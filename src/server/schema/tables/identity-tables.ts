/** An account at an identity provider that signs a person in: see identity/oidc. */
export type IdentitiesRow = {
  id: string
  user_id: string
  issuer: string
  /** The provider's id of the account. */
  subject: string
  /** As the provider gave it last. */
  email: string | null
  /** 1 for what the person has because of the provider's claims, which alone they can take away. */
  grants_admin: number
  grants_pro: number
  grants_quota: number
  /** JSON list of the values of the claim that groups are made by, as the provider gave them last. */
  claims: string | null
  created_at: number
  /** The last sign-in. */
  used_at: number | null
}

/** A sign-in on its way to the provider, or back from it: see identity/oidc. */
export type OidcSignInsRow = {
  /** SHA-256 of the secret in the browser's cookie on the way there, and of the code on the way back. */
  hash: Uint8Array
  /** `connect-due`: sign in once to the account with this address. */
  purpose: 'sign-in' | 'connect' | 'confirm' | 'connect-due'
  /** An own path. */
  redirect: string | null
  /** SHA-256 of the page's verifier, url-safe. */
  challenge: string
  /** The provider's answer, sealed; null on the way there. */
  kid: string | null
  sealed: Uint8Array | null
  created_at: number
  expires_at: number
}

/** A link that confirms a mail address: of a new account, or one that is to replace its address. */
export type EmailVerificationsRow = {
  /** SHA-256 of the token. */
  hash: Uint8Array
  user_id: string
  email: string
  expires_at: number
}
