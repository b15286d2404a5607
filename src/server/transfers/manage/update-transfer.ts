import type { UpdateTransferRequest } from '#contract/transfers/manage.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { dayOf, obtainDayKey } from '../keys/day-keys.ts'
import { endDownloaded } from '../lifetime/end-downloaded.ts'
import { moveEnd } from '../lifetime/move-end.ts'
import { assertNotEndToEnd } from '../model/end-to-end.ts'
import { nameFiles } from '../model/name-files.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'
import { withinDownloads } from '../upload/upload-options.ts'
import { changeTransfer, type LockedTransfer } from './change-transfer.ts'
import type { Managed } from './find-managed.ts'
import { assertLimitOfOne, raisesLimit, setLimit } from './link-limits.ts'
import { assertEndAllowed, assertEndPossible } from './longest-end.ts'

/**
 * Changes title, message, limits or end of a transfer; what is left out stays.
 * @returns whether the transfer goes on
 * @throws Failure VALIDATION_ERROR, PRO_SUBSCRIPTION_REQUIRED, RULE_FORBIDS, STORAGE_QUOTA_EXCEEDED, NOT_FOR_END_TO_END, and as changeTransfer does
 */
export async function updateTransfer(
  services: Services,
  managed: Managed,
  request: UpdateTransferRequest,
  seen: number | undefined,
): Promise<boolean> {
  if (request.title !== undefined || request.description !== undefined) assertNotEndToEnd(managed.transfer)
  const expiresAt = request.expiresAt === undefined ? undefined : Date.parse(request.expiresAt)
  // Before the day's key is made: a day in a thousand years gets none.
  if (expiresAt !== undefined) assertEndPossible(services, managed.transfer, expiresAt)
  const dayKey = expiresAt === undefined ? undefined : await obtainDayKey(services, dayOf(expiresAt))
  const { network } = managed
  const options = { act: 'file.changed', seen } as const
  try {
    return await changeTransfer(services, managed, options, async (transaction, locked) => {
      const { transfer, owner, now } = locked
      const about = { transferId: transfer.id, at: now, network }
      await updateTexts(services, transaction, transfer, request, about)
      // guard: a transfer that ends in the call that moves its end -> tests/http/links/delete-after-download.test.ts "for good when the same call was to move its end"
      //   if (await updateDownloads(services, transaction, locked, request, about)) return false becomes await updateDownloads(services, transaction, locked, request, about)
      if (await updateDownloads(services, transaction, locked, request, about)) return false
      if (expiresAt === undefined || dayKey === undefined || expiresAt === transfer.expires_at) return true
      assertEndAllowed(services, transfer, owner, expiresAt)
      if (expiresAt > transfer.expires_at) locked.assertRoom()
      await moveEnd(services, transaction, transfer, { expiresAt, dayKey, network })
      return true
    })
  } finally {
    dayKey?.fill(0)
  }
}

type About = { readonly transferId: string; readonly at: number; readonly network: string }

async function updateTexts(
  { config }: Pick<Services, 'config'>,
  transaction: Database,
  transfer: TransfersRow,
  { title, description }: UpdateTransferRequest,
  about: About,
): Promise<void> {
  if (title !== undefined && (title || null) !== transfer.title) {
    await transaction
      .updateTable('transfers')
      .set({ title: title || null })
      .where('id', '=', transfer.id)
      .execute()
    await nameFiles(transaction, transfer.id, config)
    await recordTransferEvent(transaction, { ...about, kind: 'renamed' })
  }
  const message = description?.trim() || null
  if (description === undefined || message === transfer.message) return
  await transaction.updateTable('transfers').set({ message }).where('id', '=', transfer.id).execute()
  await recordTransferEvent(transaction, { ...about, kind: 'message-changed' })
}

/**
 * "Delete after download" gives every link one more download, even one that is used up, and each new link a single one; while it
 * is set, no link has another limit. If none can be downloaded and the transfer was downloaded before, it ends.
 * @returns whether that ended it
 */
async function updateDownloads(
  services: Services,
  transaction: Database,
  locked: LockedTransfer,
  { downloadLimit, deleteAfterDownload }: UpdateTransferRequest,
  about: About,
): Promise<boolean> {
  const { transfer } = locked
  const policy = policyFor(locked.owner, services.config)
  const isSet = transfer.delete_after_download === 1
  const willBeSet = deleteAfterDownload ?? isSet
  if (willBeSet && downloadLimit !== undefined) assertLimitOfOne(downloadLimit)
  if (willBeSet !== isSet) {
    await transaction
      .updateTable('transfers')
      .set({ delete_after_download: willBeSet ? 1 : 0 })
      .where('id', '=', transfer.id)
      .execute()
    await recordTransferEvent(transaction, {
      ...about,
      kind: 'deletion-changed',
      details: { deleteAfterDownload: willBeSet },
    })
  }
  if (willBeSet) {
    if (isSet) return false
    withinDownloads(1, policy)
    await giveOneDownload(transaction, locked)
    const ended = await endDownloaded(services, transaction, [transfer.id], locked.now)
    return ended.length > 0
  }
  if (downloadLimit === undefined) return false
  // guard: limits of downloads by a rule -> tests/http/operations/groups.test.ts "of links that are there"
  //   withinDownloads(downloadLimit, policy) becomes void policy
  withinDownloads(downloadLimit, policy)
  const main = await transaction
    .selectFrom('links')
    .selectAll()
    .where('transfer_id', '=', transfer.id)
    .where('kind', '=', 'main')
    .executeTakeFirstOrThrow()
  if (raisesLimit(main, downloadLimit)) locked.assertRoom()
  await setLimit(transaction, main, downloadLimit, about)
  return false
}

/** @throws Failure STORAGE_QUOTA_EXCEEDED where that opens a link again and the owner has no room */
async function giveOneDownload(
  transaction: Database,
  { transfer, assertRoom }: LockedTransfer,
): Promise<void> {
  const links = await transaction
    .selectFrom('links')
    .select(['id', 'download_limit', 'downloads'])
    .where('transfer_id', '=', transfer.id)
    .where('revoked_at', 'is', null)
    .execute()
  if (links.some((link) => raisesLimit(link, link.downloads + 1))) assertRoom()
  await transaction
    .updateTable('links')
    .set(({ eb }) => ({ download_limit: eb('downloads', '+', 1) }))
    .where('transfer_id', '=', transfer.id)
    .execute()
}
