import type { AddressRows, Rights } from '#contract/accounts/rights.ts'
import type { Services } from '#server/platform/services.ts'
import { foldName } from '../accounts/account-rules.ts'
import { findStop } from '../consents/stop-list.ts'
import type { AddressData, AddressOwner, AddressParts } from '../personal-data/address-data.ts'
import type { RightsSession } from './rights-session.ts'

/** Everything that is held about the address of a session. */
export async function exportAddress(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  parts: AddressParts,
  owner: RightsSession,
): Promise<Omit<Rights, 'success'>> {
  const account = await database
    .selectFrom('users')
    .select('id')
    .where('email_folded', '=', foldName(owner.address))
    .executeTakeFirst()
  const stop = await findStop(database, owner.hash)
  return {
    address: owner.address,
    exportedAt: timeOf(clock.now()),
    until: timeOf(owner.until),
    hasAccount: account !== undefined,
    blockedSince: stop === undefined ? null : timeOf(stop),
    names: await findNames(Object.values(parts), owner),
    data: await readParts(parts, owner),
  }
}

async function readParts(parts: AddressParts, owner: AddressOwner): Promise<AddressRows> {
  return {
    mails: await parts.mails.rows(owner),
    links: await parts.links.rows(owner),
    addressBooks: await parts.addressBooks.rows(owner),
    invitations: await parts.invitations.rows(owner),
    consents: await parts.consents.rows(owner),
    uploads: await parts.uploads.rows(owner),
    reports: await parts.reports.rows(owner),
  }
}

async function findNames(parts: readonly AddressData[], owner: AddressOwner): Promise<string[]> {
  const found = await Promise.all(parts.map(async ({ names }) => (await names?.find(owner)) ?? []))
  return [...new Set(found.flat())]
}

function timeOf(time: number): string {
  return new Date(time).toISOString()
}
