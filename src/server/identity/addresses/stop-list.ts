import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { hashAddress, readAddressToken } from './address-hash.ts'

/**
 * Stops all mails that other people send to an address through this service; its own account goes on getting those about
 * itself. Kept for good, as a salted hash.
 * @param token made by addressTokenOf @returns false for one that was made up
 */
export async function stopMails(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  token: string,
): Promise<boolean> {
  const hash = await readAddressToken(database, token)
  if (!hash) return false
  await database
    .insertInto('stopped_addresses')
    .values({ address_hash: hash, stopped_at: clock.now() })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .execute()
  return true
}

/** Whether the owner of an address has stopped mails. */
export async function isStopped(database: Database, address: string): Promise<boolean> {
  const row = await database
    .selectFrom('stopped_addresses')
    .select('stopped_at')
    .where('address_hash', '=', await hashAddress(database, 'stop list', address))
    .executeTakeFirst()
  return row !== undefined
}

/** @throws Failure MAIL_STOPPED naming the first address whose owner has stopped mails */
export async function assertNotStopped(database: Database, addresses: readonly string[]): Promise<void> {
  for (const address of addresses)
    if (await isStopped(database, address)) throw new Failure('MAIL_STOPPED', { details: address })
}
