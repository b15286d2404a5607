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

/** A group of people, or one of the levels that always exist once it was changed: see contract/operations/groups.ts. */
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
