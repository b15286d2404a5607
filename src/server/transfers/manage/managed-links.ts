import { maxLinks } from '#contract/transfers/limits.ts'
import type { LinkRequest } from '#contract/transfers/manage.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import type { Database, LinksRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { endDownloaded } from '../lifetime/end-downloaded.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'
import { newLink } from '../model/transfer-links.ts'
import { withinDownloads } from '../upload/upload-options.ts'
import { changeTransfer, type LockedTransfer } from './change-transfer.ts'
import type { Managed } from './find-managed.ts'
import { assertLimitOfOne, raisesLimit, setLimit } from './link-limits.ts'
import { assertEndAllowed } from './longest-end.ts'

const act = 'file.links-changed'

/**
 * Adds a link to a transfer. @returns its row
 * @throws Failure TOO_MANY_LINKS, VALIDATION_ERROR, PRO_SUBSCRIPTION_REQUIRED, RULE_FORBIDS, and as changeTransfer does
 */
export async function addLink(
  services: Services,
  managed: Managed,
  request: LinkRequest,
  seen: number | undefined,
): Promise<LinksRow> {
  const { network } = managed
  return changeTransfer(services, managed, { act, seen }, async (transaction, locked) => {
    const { transfer, now } = locked
    await assertRoomForLink(transaction, transfer.id)
    const policy = policyFor(locked.owner, services.config)
    const isOnce = transfer.delete_after_download === 1
    const { downloadLimit = isOnce ? 1 : policy.downloads.usual } = request
    const limit = withinDownloads(limitOf(locked, downloadLimit), policy)
    const link: LinksRow = {
      ...newLink(transfer.id, { limit, now }),
      kind: 'extra',
      label: request.label || null,
      expires_at: readEnd(services, locked, request.expiresAt) ?? null,
    }
    await transaction.insertInto('links').values(link).execute()
    const event = { transferId: transfer.id, at: now, network, linkId: link.id }
    await recordTransferEvent(transaction, { ...event, kind: 'link-added' })
    return link
  })
}

/** Asserts that a transfer, whose row is locked, may have one more link. @throws Failure TOO_MANY_LINKS */
export async function assertRoomForLink(transaction: Database, transferId: string): Promise<void> {
  const { links } = await transaction
    .selectFrom('links')
    .select(({ fn }) => fn.countAll<number>().as('links'))
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow()
  if (links >= maxLinks) throw new Failure('TOO_MANY_LINKS')
}

/**
 * Changes label, limit or end of a link; what is left out stays.
 * @throws Failure LINK_NOT_FOUND, LINK_REVOKED, VALIDATION_ERROR, PRO_SUBSCRIPTION_REQUIRED, STORAGE_QUOTA_EXCEEDED, and as
 *   changeTransfer does
 */
export async function updateLink(
  services: Services,
  managed: Managed,
  linkId: string,
  request: LinkRequest,
  seen: number | undefined,
): Promise<void> {
  const { network } = managed
  await changeTransfer(services, managed, { act, seen }, async (transaction, locked) => {
    const { transfer, now } = locked
    const link = await findLink(transaction, transfer.id, linkId)
    if (link.revoked_at !== null) throw new Failure('LINK_REVOKED')
    const about = { transferId: transfer.id, at: now, network }
    if (request.downloadLimit !== undefined) {
      const limit = request.downloadLimit
      // A limit set by "delete after download" is neither raised nor removed.
      if (transfer.delete_after_download === 1) assertLimitOfOne(limit)
      else {
        withinDownloads(limit, policyFor(locked.owner, services.config))
        if (raisesLimit(link, limit)) locked.assertRoom()
        await setLimit(transaction, link, limit, about)
      }
    }
    const label = request.label === undefined ? link.label : request.label || null
    const end = readEnd(services, locked, request.expiresAt)
    const expires_at = end === undefined ? link.expires_at : end
    if (label === link.label && expires_at === link.expires_at) return
    if (isLater(expires_at, link.expires_at)) locked.assertRoom()
    await transaction.updateTable('links').set({ label, expires_at }).where('id', '=', linkId).execute()
    await recordTransferEvent(transaction, { ...about, kind: 'link-changed', linkId })
  })
}

/**
 * Revokes a link: it no longer opens anything, and its running downloads are cut within a second. Repeating it changes nothing.
 * A transfer that is deleted after its download, and has been downloaded, ends with its last link.
 * @returns whether the transfer goes on
 * @throws Failure LINK_NOT_FOUND, and as changeTransfer does
 */
export async function revokeLink(
  services: Services,
  managed: Managed,
  linkId: string,
  seen: number | undefined,
): Promise<boolean> {
  const { network } = managed
  return changeTransfer(services, managed, { act, seen }, async (transaction, { transfer, now }) => {
    const link = await findLink(transaction, transfer.id, linkId)
    if (link.revoked_at !== null) return true
    await transaction.updateTable('links').set({ revoked_at: now }).where('id', '=', linkId).execute()
    const event = { transferId: transfer.id, at: now, network, linkId }
    await recordTransferEvent(transaction, { ...event, kind: 'link-revoked' })
    const ended = await endDownloaded(services, transaction, [transfer.id], now)
    return ended.length === 0
  })
}

/** A link of a transfer. @throws Failure LINK_NOT_FOUND */
export async function findLink(transaction: Database, transferId: string, linkId: string): Promise<LinksRow> {
  const link = await transaction
    .selectFrom('links')
    .selectAll()
    .where('id', '=', linkId)
    .where('transfer_id', '=', transferId)
    .executeTakeFirst()
  if (!link) throw new Failure('LINK_NOT_FOUND')
  return link
}

/** The limit of a new link: one where the transfer is deleted after its download. @throws Failure VALIDATION_ERROR */
export function limitOf({ transfer }: LockedTransfer, wanted: number | null): number | null {
  if (transfer.delete_after_download === 0) return wanted
  assertLimitOfOne(wanted ?? 1)
  return 1
}

/** @throws Failure VALIDATION_ERROR, PRO_SUBSCRIPTION_REQUIRED */
function readEnd(
  services: Services,
  { transfer, owner }: LockedTransfer,
  wanted: string | null | undefined,
): number | null | undefined {
  if (wanted === undefined || wanted === null) return wanted
  const end = Date.parse(wanted)
  assertEndAllowed(services, transfer, owner, end)
  return end
}

function isLater(end: number | null, than: number | null): boolean {
  return than !== null && (end === null || end > than)
}
