import { sql } from 'kysely'
import { maxAddressRows } from '#contract/accounts/rights.ts'
import type { AddressData, AddressOwner } from '#server/identity/personal-data/address-data.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

/** Uploads to file requests under an address. The files belong to the owner of the request; their sender is erased. */
export function addressUploads({ database }: Pick<Services, 'database'>): AddressData<'uploads'> {
  const isTheirs = ({ address }: AddressOwner) =>
    sql<boolean>`uploader_email is not null and lower(uploader_email) = ${address}`
  function uploadsOf(from: Database, owner: AddressOwner) {
    return from.selectFrom('transfers').where(isTheirs(owner))
  }
  return {
    async rows(owner) {
      const rows = await uploadsOf(database, owner)
        .select(['id', 'name', 'uploader_name', 'created_at', 'expires_at'])
        .orderBy('created_at', 'desc')
        .limit(maxAddressRows)
        .execute()
      return rows.map(({ id, name, uploader_name, created_at, expires_at }) => ({
        ref: id,
        title: name || null,
        name: uploader_name,
        at: new Date(created_at).toISOString(),
        keptUntil: new Date(expires_at).toISOString(),
      }))
    },
    async erase(transaction, owner) {
      // The network is personal data, too.
      await transaction
        .updateTable('transfer_events')
        .set({ network: null })
        .where('transfer_id', 'in', uploadsOf(transaction, owner).select('id'))
        .where('kind', '=', 'created')
        .execute()
      await transaction
        .updateTable('transfers')
        .set({ uploader_name: null, uploader_email: null })
        .where(isTheirs(owner))
        .execute()
    },
    names: {
      async find(owner) {
        const rows = await uploadsOf(database, owner).select('uploader_name').limit(maxAddressRows).execute()
        return rows.flatMap(({ uploader_name }) => uploader_name ?? [])
      },
      async correct(transaction, owner, name) {
        await transaction
          .updateTable('transfers')
          .set({ uploader_name: name })
          .where(isTheirs(owner))
          .where('uploader_name', 'is not', null)
          .execute()
      },
    },
  }
}
