import { sql } from 'kysely'
import { maxAddressRows } from '#contract/accounts/rights.ts'
import type { AddressData, AddressOwner } from '#server/identity/personal-data/address-data.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { endDownloaded } from '../lifetime/end-downloaded.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'
import { forgetRecipientLimit, lockRecipients } from '../sender/mail-limits.ts'

/** The links that were made for an address. With the person they end, and their senders learn no more than that. */
export function addressLinks(
  services: Pick<Services, 'database' | 'clock' | 'keyRing'>,
): AddressData<'links'> {
  const { database, clock } = services
  function linksOf(from: Database, { address }: AddressOwner) {
    return from
      .selectFrom('links')
      .innerJoin('transfers', 'transfers.id', 'links.transfer_id')
      .where('links.recipient', 'is not', null)
      .where(sql<string>`lower(links.recipient)`, '=', address)
  }
  return {
    async rows(owner) {
      const rows = await linksOf(database, owner)
        .select(['transfers.id as ref', 'transfers.title', 'transfers.name', 'transfers.expires_at as end'])
        .select(['links.label', 'links.created_at', 'links.opened_at', 'links.downloads'])
        .select(['links.expires_at', 'links.revoked_at'])
        .orderBy('links.created_at', 'desc')
        .limit(maxAddressRows)
        .execute()
      return rows.map(({ ref, title, name, end, label, downloads, ...link }) => ({
        ref,
        // Recipients learn nothing about a transfer after their link was revoked.
        title: link.revoked_at === null ? (title ?? name) : null,
        name: label,
        createdAt: timeOf(link.created_at),
        openedAt: timeOrNull(link.opened_at),
        downloads,
        expiresAt: timeOf(Math.min(end, link.expires_at ?? end)),
        revokedAt: timeOrNull(link.revoked_at),
      }))
    },
    async erase(transaction, owner) {
      // A transfer that is being sent to the address is found below, or finds the address stopped.
      await lockRecipients({ clock }, transaction, [owner.address])
      const links = await linksOf(transaction, owner).select(['links.id', 'links.transfer_id']).execute()
      for (const { id, transfer_id } of links) await forgetLink(services, transaction, id, transfer_id)
      await forgetRecipientLimit(transaction, owner.address)
    },
    names: {
      async find(owner) {
        const rows = await linksOf(database, owner).select('links.label').limit(maxAddressRows).execute()
        return rows.flatMap(({ label }) => label ?? [])
      },
      async correct(transaction, owner, label) {
        const named = linksOf(transaction, owner).select('links.id').where('links.label', 'is not', null)
        await transaction.updateTable('links').set({ label }).where('id', 'in', named).execute()
      },
    },
  }
}

/** Ends a link for good and takes the person out of it; locks as changeTransfer does, links before their transfer. */
async function forgetLink(
  services: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  linkId: string,
  transferId: string,
): Promise<void> {
  const now = services.clock.now()
  await transaction
    .updateTable('links')
    .set(({ fn, val }) => ({
      recipient: null,
      label: null,
      language: null,
      revoked_at: fn.coalesce('revoked_at', val(now)),
    }))
    .where('id', '=', linkId)
    .execute()
  await transaction
    .updateTable('transfers')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', transferId)
    .execute()
  // The networks of openings and downloads belong to the person, too.
  await transaction
    .updateTable('transfer_events')
    .set({ network: null })
    .where('transfer_id', '=', transferId)
    .where('link_id', '=', linkId)
    .where('kind', 'in', ['downloaded', 'contents-opened'])
    .execute()
  await recordTransferEvent(transaction, { transferId, at: now, kind: 'recipient-forgotten' })
  await endDownloaded(services, transaction, [transferId], now)
}

function timeOf(time: number): string {
  return new Date(time).toISOString()
}

function timeOrNull(time: number | null): string | null {
  return time === null ? null : timeOf(time)
}
