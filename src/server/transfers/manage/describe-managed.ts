import * as z from 'zod/mini'
import { encryptionMethod } from '#contract/transfers/files.ts'
import type { ManagedLink, ManagedTransfer } from '#contract/transfers/manage.ts'
import { findPrincipal } from '#server/identity/principals/principal.ts'
import type { LinksRow, TransferEventsRow, TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findDamagedTransfers } from '../content/damaged-blobs.ts'
import { findEndToEndSlot, writeHead } from '../keys/end-to-end-slots.ts'
import { findDecisionPage } from '../lifetime/find-decision.ts'
import { isEndToEnd } from '../model/end-to-end.ts'
import { findTransfer } from '../model/transfers-table.ts'
import { longestOfferedEnd } from './longest-end.ts'

/** Latest events that are shown. */
const shownEvents = 500

const details = z.record(z.string(), z.unknown())

/** A transfer as its managers see it now. @throws Failure FILE_NOT_FOUND, TRANSFER_DISABLED */
export async function describeManaged(services: Services, ref: string): Promise<ManagedTransfer> {
  const { database } = services
  const transfer = await findTransfer(database, ref)
  if (!transfer) throw new Failure('FILE_NOT_FOUND')
  const files = await database
    .selectFrom('files')
    .select(['position', 'filename', 'size'])
    .where('transfer_id', '=', ref)
    .orderBy('position')
    .execute()
  const links = await database
    .selectFrom('links')
    .selectAll()
    .where('transfer_id', '=', ref)
    .orderBy(({ eb }) => eb.case().when('kind', '=', 'main').then(0).else(1).end())
    .orderBy('created_at')
    // Those that were made together.
    .orderBy('recipient')
    .orderBy('id')
    .execute()
  const events = await database
    .selectFrom('transfer_events')
    .select(['at', 'kind', 'link_id', 'network', 'details'])
    .where('transfer_id', '=', ref)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(shownEvents)
    .execute()
  const sealed = isEndToEnd(transfer) ? await findEndToEndSlot(database, ref) : undefined
  return {
    ...describeTransfer(transfer),
    ...(sealed && { slotHead: writeHead(sealed) }),
    linkId: links.find(({ kind }) => kind === 'main')?.id ?? '',
    longestExpiry: timeOf(await findLongestEnd(services, transfer)),
    damaged: (await findDamagedTransfers(database, [ref])).has(ref),
    decision: await findDecisionPage(services, ref),
    files,
    links: links.map(describeLink),
    events: events.map(describeEvent),
  }
}

/** A manager of a transfer whose account was disabled can end it, and may not prolong it. */
async function findLongestEnd(services: Services, transfer: TransfersRow): Promise<number> {
  try {
    const owner = await findPrincipal(services.database, transfer.owner_id)
    return longestOfferedEnd(services, transfer, owner)
  } catch (error) {
    if (error instanceof Failure) return transfer.expires_at
    throw error
  }
}

function describeTransfer(transfer: TransfersRow) {
  return {
    ref: transfer.id,
    version: transfer.version,
    filename: transfer.name,
    title: transfer.title,
    senderName: transfer.sender_name,
    description: transfer.message,
    createdAt: timeOf(transfer.created_at),
    expiresAt: timeOf(transfer.expires_at),
    size: transfer.size,
    fileCount: transfer.file_count,
    encryptionMethod: z.parse(encryptionMethod, transfer.encryption_method),
    passwordProtected: transfer.password_protected === 1,
    deleteAfterDownload: transfer.delete_after_download === 1,
    owned: transfer.owner_id !== null,
    disabled: transfer.state === 'disabled',
    downloads: transfer.downloads,
  }
}

/** A link as the managers of its transfer see it. */
export function describeLink(link: LinksRow): ManagedLink {
  return {
    id: link.id,
    kind: link.kind,
    label: link.label,
    recipient: link.recipient,
    mailed: link.mailed,
    needsCode: link.needs_code === 1,
    downloadLimit: link.download_limit,
    downloads: link.downloads,
    openedAt: timeOrNull(link.opened_at),
    firstDownloadAt: timeOrNull(link.first_download_at),
    lastDownloadAt: timeOrNull(link.last_download_at),
    revokedAt: timeOrNull(link.revoked_at),
    expiresAt: timeOrNull(link.expires_at),
  }
}

function describeEvent(event: Omit<TransferEventsRow, 'id' | 'transfer_id'>) {
  return {
    at: timeOf(event.at),
    kind: event.kind,
    linkId: event.link_id,
    network: event.network,
    details: z.parse(details, JSON.parse(event.details)),
  }
}

function timeOf(time: number): string {
  return new Date(time).toISOString()
}

function timeOrNull(time: number | null): string | null {
  return time === null ? null : timeOf(time)
}
