import type { AddressPart, AddressRows } from '#contract/accounts/rights.ts'
import type { Database } from '#server/platform/database/database.ts'

/** The proven owner of a mail address. */
export type AddressOwner = {
  /** In lower case. */
  readonly address: string
  /** Hash of the address, for the stop list. */
  readonly hash: Buffer
}

/**
 * Data of one capability about a mail address whose owner need not have an account. The list of all of them is
 * server/app/personal-data.ts: a part that is missing there is neither shown nor erased.
 */
export type AddressData<Part extends AddressPart = AddressPart> = {
  /** The latest thousand, the latest first: without secrets, and without who else is concerned but as they named themselves. */
  rows(owner: AddressOwner): Promise<AddressRows[Part]>
  /** Erases it, or takes the person out of it, in the transaction that erases all parts. */
  erase(transaction: Database, owner: AddressOwner): Promise<void>
  /** The names that stand with the address, where their owner may correct them. */
  readonly names?: {
    find(owner: AddressOwner): Promise<string[]>
    correct(transaction: Database, owner: AddressOwner, name: string): Promise<void>
  }
}

/** Data about mail addresses, by part; see server/app/personal-data.ts. */
export type AddressParts = { readonly [Part in AddressPart]: AddressData<Part> }
