import { sql } from 'kysely'
import { maxAddressRows } from '#contract/accounts/rights.ts'
import type { AddressData } from '#server/identity/personal-data/address-data.ts'
import type { Services } from '#server/platform/services.ts'

/** The contacts of other people with an address. */
export function addressBooks({ database }: Pick<Services, 'database'>): AddressData<'addressBooks'> {
  const address = sql<string>`lower(email)`
  return {
    async rows(owner) {
      const rows = await database
        .selectFrom('contacts')
        .select('created_at')
        .where(address, '=', owner.address)
        .orderBy('created_at', 'desc')
        .limit(maxAddressRows)
        .execute()
      return rows.map(({ created_at }) => ({ since: new Date(created_at).toISOString() }))
    },
    async erase(transaction, owner) {
      await transaction.deleteFrom('contacts').where(address, '=', owner.address).execute()
    },
  }
}
