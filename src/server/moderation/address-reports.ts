import { maxAddressRows } from '#contract/accounts/rights.ts'
import { hashAddress } from '#server/identity/addresses/address-hash.ts'
import type { AddressData } from '#server/identity/personal-data/address-data.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

/** Reports made in the name of an address. Erasure keeps their cases, without the reporter. */
export function addressReports({ database }: Pick<Services, 'database'>): AddressData<'reports'> {
  async function reportsOf(from: Database, address: string) {
    const hash = await hashAddress(from, 'reports', address)
    return from.selectFrom('reports').where('reports.email_hash', '=', hash)
  }
  return {
    async rows({ address }) {
      const rows = await (await reportsOf(database, address))
        .innerJoin('cases', 'cases.id', 'reports.case_id')
        .leftJoin('case_entries', (join) =>
          join
            .onRef('case_entries.case_id', '=', 'reports.case_id')
            .onRef('case_entries.at', '=', 'reports.appealed_at')
            .on('case_entries.kind', '=', 'appealed-by-reporter'),
        )
        .select(['reports.number', 'reports.name', 'reports.received_at', 'cases.state'])
        .select(['reports.explanation', 'case_entries.text as objection'])
        .orderBy('reports.received_at', 'desc')
        .limit(maxAddressRows)
        .execute()
      return rows.map(({ number, name, received_at, state, explanation, objection }) => ({
        number,
        name,
        at: new Date(received_at).toISOString(),
        decided: state === 'decided' || state === 'closed',
        explanation,
        objection,
      }))
    },
    async erase(transaction, { address }) {
      await transaction
        .updateTable('reports')
        .set({ name: null, email: null, email_hash: null })
        .where('email_hash', '=', await hashAddress(transaction, 'reports', address))
        .execute()
    },
    names: {
      async find({ address }) {
        const rows = await (await reportsOf(database, address)).select('name').limit(maxAddressRows).execute()
        return rows.flatMap(({ name }) => name ?? [])
      },
      async correct(transaction, { address }, name) {
        await transaction
          .updateTable('reports')
          .set({ name })
          .where('email_hash', '=', await hashAddress(transaction, 'reports', address))
          .where('name', 'is not', null)
          .execute()
      },
    },
  }
}
