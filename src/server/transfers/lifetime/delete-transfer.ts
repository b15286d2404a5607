import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '#crypto/random-id.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { removeBlobs } from '../content/remove-blobs.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'
import {
  assertNotEnded,
  endTransfer,
  findTransfer,
  findTransferOfMainLink,
} from '../model/transfers-table.ts'

type Credentials = {
  readonly caller: Caller | undefined
  readonly deletionToken?: string | undefined
  /** Network of the caller, for the audit log; see http/client-address.ts. */
  readonly network: string
}

/**
 * Deletes a transfer for its owner, for an administrator, or for the holder of its deletion link. Its keys are gone when
 * this resolves; the blobs follow at once, or with the next sweep when the store is away. An administrator's deletion of
 * another's transfer is in the audit log.
 * @param id of the main link, which may be used up or revoked
 * @throws Failure FILE_NOT_FOUND, FILE_EXPIRED, FILE_DELETED, TRANSFER_DISABLED, AUTHENTICATION_REQUIRED, INVALID_DELETION_TOKEN,
 *   CHANGED_MEANWHILE when it has got another owner
 */
export async function deleteTransfer(services: Services, id: string, by: Credentials): Promise<void> {
  const transfer = await findTransferOfMainLink(services.database, id)
  if (!transfer) throw new Failure('FILE_NOT_FOUND')
  assertNotEnded(transfer, services.clock.now())
  const { caller, deletionToken } = by
  // guard: owner of a deleted transfer -> tests/http/accounts/ownership.test.ts "is not there, with any call"
  //   (caller && caller.id === transfer.owner_id) becomes caller
  const mayDelete = caller?.isAdmin || (caller && caller.id === transfer.owner_id)
  if (!mayDelete) {
    // For a signed-in account another's file is not there; the link page shows a guest what is wrong.
    if (deletionToken === undefined) throw new Failure(caller ? 'FILE_NOT_FOUND' : 'AUTHENTICATION_REQUIRED')
    // guard: deletion token -> tests/http/downloads/transfer.test.ts "the deletion link deletes"
    if (!timingSafeEqual(sha256(deletionToken), transfer.manage_token_hash))
      throw new Failure('INVALID_DELETION_TOKEN')
  }
  await removeTransfer(services, transfer, { ...by, mayEndDisabled: caller?.isAdmin === true })
}

/**
 * Deletes a transfer for an administrator, by its reference; a disabled one, too.
 * @throws Failure FILE_NOT_FOUND, FILE_EXPIRED, FILE_DELETED, CHANGED_MEANWHILE when it has got another owner
 */
export async function deleteByReference(services: Services, id: string, by: Credentials): Promise<void> {
  const transfer = await findTransfer(services.database, id)
  if (!transfer) throw new Failure('FILE_NOT_FOUND')
  assertNotEnded(transfer, services.clock.now())
  await removeTransfer(services, transfer, { ...by, mayEndDisabled: true })
}

/**
 * Deletes a transfer for a caller whose permission was checked.
 * @param by.mayEndDisabled an administrator: a disabled transfer is evidence, which others cannot delete
 * @param by.seen the version that the manager has seen; undefined for any
 * @throws Failure TRANSFER_DISABLED, CHANGED_MEANWHILE
 */
export async function removeTransfer(
  services: Services,
  { id, owner_id }: { readonly id: string; readonly owner_id: string | null },
  {
    caller,
    network,
    mayEndDisabled,
    seen,
  }: {
    readonly caller: Pick<Caller, 'id' | 'username'> | undefined
    readonly network: string
    readonly mayEndDisabled: boolean
    readonly seen?: number | undefined
  },
): Promise<void> {
  const now = services.clock.now()
  await transact(services.database, async (transaction) => {
    if (mayEndDisabled && caller?.id !== owner_id) await assertAdministrator(transaction, caller)
    const locked = await lockRow(transaction, 'transfers', id)
    // guard: evidence is not deleted by its sender -> tests/http/moderation/reports.test.ts "a stranger to the operator’s button"
    if (!mayEndDisabled && locked?.state === 'disabled') throw new Failure('TRANSFER_DISABLED')
    // A claim a moment ago may have ended the token of this call.
    // guard: owner of a transfer that is deleted -> tests/http/links/claim.test.ts "not deleted with the link that its claim ends" on postgres
    //   locked?.owner_id !== owner_id || becomes locked &&
    // guard: version of an ended transfer -> tests/http/links/manage.test.ts "who has seen an older version"
    //   (seen !== undefined && locked.version !== seen) becomes false
    if (locked?.owner_id !== owner_id || (seen !== undefined && locked.version !== seen))
      throw new Failure('CHANGED_MEANWHILE')
    if (!(await endTransfer(services, transaction, id, now))) return
    await recordTransferEvent(transaction, { transferId: id, at: now, kind: 'deleted', network })
    if (!caller || caller.id === owner_id) return
    await recordAct(transaction, { act: 'file.deleted', by: caller, to: { id, username: id }, network }, now)
  })
  await removeBlobs(services, id).catch((error: unknown) => {
    services.log.warn({ err: error }, 'blob left to the sweep')
  })
}
