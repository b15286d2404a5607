/** Name, looks and texts of the service: one row, once an administrator has changed them. */
export type IdentityRow = {
  id: number
  /** JSON of contract/operations/branding/identity.ts. */
  value: string
  changed_at: number
}

/** A picture of the identity: see operations/branding. */
export type BrandPicturesRow = {
  /** One of the contract's roles. */
  role: string
  /** Its name below /brand: a digest of the content, and the extension. */
  file: string
  content: Uint8Array
}

/** A version of the terms, or of the free part of the privacy page, that an operator has written. */
export type OwnTextsRow = {
  /** The page, and its version; `draft` in place of the version of the one that is not published. */
  id: string
  page: 'terms' | 'privacy'
  /** JSON of contract/operations/branding/own-texts.ts. */
  value: string
  /** SHA-256 of the whole text in each language, in hexadecimal digits, separated by spaces. */
  hashes: string
  /** Null for the draft. Others never change. */
  published_at: number | null
}

/** A group of people, or one of the levels that always exist once it was changed: see contract/operations/groups/groups.ts. */
export type GroupsRow = {
  id: string
  name: string
  name_folded: string
  /** The highest comes first. */
  priority: number
  /** JSON lists: mail domains, and values of the provider's claim. */
  domains: string
  claims: string
  /** JSON of the rules that are set. */
  rules: string
}

/** That a person was put into a group by hand. */
export type GroupMembersRow = {
  group_id: string
  user_id: string
}
