import type { ConsentWay } from '#contract/accounts/consents.ts'
import type { Language } from '#contract/languages.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { hashAddress, hashAddresses, readAddressToken } from '../addresses/address-hash.ts'
import { addressSubject, type NewConsent, recordConsent, withdrawConsents } from './consents.ts'

/**
 * Stops all mails that other people send to an address through this service; its own account goes on getting those about
 * itself. The list stores a salted hash, until the recipient allows such mails again.
 * @param token made by addressTokenOf @returns false for a forged one
 */
export async function stopMails(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  token: string,
  how: ConsentWay,
): Promise<boolean> {
  const hash = await readAddressToken(database, token)
  if (!hash) return false
  await transact(database, (transaction) => stopAddress(transaction, hash, { how, now: clock.now() }))
  return true
}

/** Puts an address on the stop list, unless it is there, in a transaction. @param hash for the stop list */
export async function stopAddress(
  transaction: Database,
  hash: Uint8Array,
  { how, now, language = 'en' }: Pick<NewConsent, 'how' | 'now'> & { readonly language?: Language },
): Promise<void> {
  const added = await transaction
    .insertInto('stopped_addresses')
    .values({ address_hash: hash, stopped_at: now })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .executeTakeFirst()
  if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) return
  await recordConsent(transaction, {
    subject: addressSubject(hash),
    purpose: 'stop-list',
    how,
    language,
    now,
  })
}

/** Takes an address off the stop list, in a transaction. @param hash for the stop list */
export async function allowAddress(transaction: Database, hash: Uint8Array, now: number): Promise<void> {
  await transaction.deleteFrom('stopped_addresses').where('address_hash', '=', hash).execute()
  await withdrawConsents(transaction, addressSubject(hash), now, 'stop-list')
}

/** When an address was put on the stop list; undefined for one that is not on it. @param hash for the stop list */
export async function findStop(database: Database, hash: Uint8Array): Promise<number | undefined> {
  const row = await database
    .selectFrom('stopped_addresses')
    .select('stopped_at')
    .where('address_hash', '=', hash)
    .executeTakeFirst()
  return row?.stopped_at
}

/** Whether the owner of an address has stopped mails. */
export async function isStopped(database: Database, address: string): Promise<boolean> {
  return (await findStop(database, await hashAddress(database, 'stop list', address))) !== undefined
}

/** Which of some addresses have been stopped. */
export async function findStopped(database: Database, addresses: readonly string[]): Promise<string[]> {
  const hashes = await hashAddresses(database, 'stop list', addresses)
  const rows = await database
    .selectFrom('stopped_addresses')
    .select('address_hash')
    .where('address_hash', 'in', hashes)
    .execute()
  return addresses.filter((_, index) => rows.some(({ address_hash }) => hashes[index]?.equals(address_hash)))
}

/** @throws Failure MAIL_STOPPED naming the first address whose owner has stopped mails */
export async function assertNotStopped(database: Database, addresses: readonly string[]): Promise<void> {
  for (const address of addresses)
    if (await isStopped(database, address)) throw new Failure('MAIL_STOPPED', { details: address })
}
