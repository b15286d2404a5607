import type { ConfirmedAddressesRow, Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { hashAddress, hashNetwork } from './address-hash.ts'

/** For how long it is known from which network an address was confirmed, in milliseconds. */
export const confirmedLife = 30 * 24 * 60 * 60_000

/** An address as it is asked about, and the network that asks, as networkOf gives it; both as hashes. */
export type HashedAsker = Pick<ConfirmedAddressesRow, 'address_hash' | 'network_hash'>

export async function hashAsker(
  database: Database,
  { address, network }: { readonly address: string; readonly network: string },
): Promise<HashedAsker> {
  return {
    address_hash: await hashAddress(database, 'stop list', address),
    network_hash: await hashNetwork(database, network),
  }
}

/** Records that a code of the address came back from this network, in the transaction that uses it up. */
export async function recordConfirmed(
  transaction: Database,
  { address_hash, network_hash }: HashedAsker,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('confirmed_addresses')
    .values({ address_hash, network_hash, confirmed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['address_hash', 'network_hash']).doUpdateSet({ confirmed_at: now }),
    )
    .execute()
}

/** Whether the address was confirmed from this network within the last thirty days. */
export async function isConfirmed(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { address_hash, network_hash }: HashedAsker,
): Promise<boolean> {
  const row = await database
    .selectFrom('confirmed_addresses')
    .select('confirmed_at')
    .where('address_hash', '=', address_hash)
    // guard: reserve of a confirmed address -> tests/long/http/code-lockout.test.ts "strangers have had all"
    //   '=', network_hash becomes '<>', network_hash
    .where('network_hash', '=', network_hash)
    .where('confirmed_at', '>', clock.now() - confirmedLife)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets an address, in the transaction that erases it. @param hash of the address, for the stop list */
export async function eraseConfirmed(transaction: Database, hash: Uint8Array): Promise<void> {
  await transaction.deleteFrom('confirmed_addresses').where('address_hash', '=', hash).execute()
}

/** Forgets what was confirmed longer ago than confirmedLife. */
export async function removeOldConfirmed({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  await database
    .deleteFrom('confirmed_addresses')
    .where('confirmed_at', '<=', clock.now() - confirmedLife)
    .execute()
}
