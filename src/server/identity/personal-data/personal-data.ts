import type { PersonalPart } from '#contract/accounts/accounts.ts'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Data of one capability about people. The list of all of them is server/app/personal-data.ts: a part that is missing there is
 * neither exported nor erased.
 */
export type PersonalData = {
  /** Everything held about a person, for them to read: without hashes, tokens and keys that open something. */
  rows(userId: string): AsyncIterable<object>
  count(userId: string): Promise<number>
  /** Erases it, or takes the person out of it, in the transaction that erases the account. */
  erase(transaction: Database, userId: string): Promise<void>
}

/** Data about people beside their account, by name; see server/app/personal-data.ts. */
export type PersonalParts = Readonly<Record<PersonalPart, PersonalData>>
