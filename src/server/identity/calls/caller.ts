import type { Scope } from '#contract/accounts/scopes.ts'
import type { Language } from '#contract/languages.ts'

/** Facts about a person that their groups follow from. */
export type Belonging = {
  /** Ids of the groups that they were put into by hand. */
  readonly byHand: readonly string[]
  /** Mail domain of the address; null unless it was confirmed or an administrator entered it. */
  readonly domain: string | null
  /** Values of the provider's claim, as of the last sign-in. */
  readonly claims: readonly string[]
}

/** The person behind a request, as the database has them at this moment. */
export type Caller = {
  readonly id: string
  /** The session whose token came with the request; null for an API key. */
  readonly sessionId: string | null
  /** The API key that came with the request; null for a session. */
  readonly apiKey: { readonly id: string; readonly scopes: readonly Scope[] } | null
  readonly username: string
  readonly email: string
  /** For an API key true only if its person is an administrator and the call is one for administrators. */
  readonly isAdmin: boolean
  readonly isPro: boolean
  /** Bytes that all live files of this person may have together. */
  readonly storageLimit: number
  /** Facts that the groups of this person follow from. */
  readonly belonging: Belonging
  /** True from the day an administrator has set the password until the person sets another. */
  readonly mustChangePassword: boolean
  /** True when the days of grace are over in which the person had to add a second factor. */
  readonly mustAddFactor: boolean
  /** Null until it is known. */
  readonly language: Language | null
  /** Time from which the person may create file requests, in milliseconds since 1970. */
  readonly requestsFrom: number
}
