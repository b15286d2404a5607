import { maxAddressRows } from '#contract/accounts/rights.ts'
import type { Services } from '#server/platform/services.ts'
import type { AddressData } from '../personal-data/address-data.ts'
import { addressSubject, listConsents, withdrawConsents } from './consents.ts'

/** Consents given by the owner of an address. The ledger knows the address by its hash alone, and stays. */
export function addressConsents({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): AddressData<'consents'> {
  return {
    async rows({ hash }) {
      return (await listConsents(database, addressSubject(hash))).slice(0, maxAddressRows)
    },
    async erase(transaction, { hash }) {
      await withdrawConsents(transaction, addressSubject(hash), clock.now())
    },
  }
}
