import { newSecret } from '#crypto/random-id.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { principalOf } from '#server/identity/principals/principal.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'
import { manageTokenHash } from '../model/transfer-links.ts'
import { assertNotEnded, findTransfer } from '../model/transfers-table.ts'
import { assertStorage } from '../upload/claims/claim-rows.ts'
import { assertManageToken } from './find-managed.ts'

type Claim = {
  readonly caller: Caller
  readonly manageToken: string
  /** Whether the manage link, and the deletion link that follows from it, go on working. */
  readonly keepManageLink: boolean
  readonly network: string
  /** The version that the caller has seen; undefined for any. */
  readonly seen: number | undefined
}

/**
 * Moves a transfer that was sent without an account into one, whose storage it counts against from now on.
 * @throws Failure FILE_NOT_FOUND, INVALID_MANAGE_TOKEN, RATE_LIMITED, ALREADY_OWNED, STORAGE_QUOTA_EXCEEDED, FILE_EXPIRED,
 *   FILE_DELETED, TRANSFER_DISABLED, CHANGED_MEANWHILE
 */
export async function claimTransfer(
  services: Services,
  ref: string,
  { caller, manageToken, keepManageLink, network, seen }: Claim,
): Promise<void> {
  const found = await findTransfer(services.database, ref)
  if (!found) throw new Failure('FILE_NOT_FOUND')
  await assertManageToken(services, found, { token: manageToken, network })
  assertNotEnded(found, services.clock.now())
  await transact(services.database, async (transaction) => {
    // Files may come and go until the row is locked: then the version is another.
    await assertStorage(
      services,
      transaction,
      { principal: principalOf(caller) },
      found.owner_id === null ? found.size : 0,
    )
    const now = services.clock.now()
    const transfer = await transaction
      .updateTable('transfers')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', ref)
      .returningAll()
      .executeTakeFirst()
    if (!transfer) throw new Failure('FILE_NOT_FOUND')
    assertNotEnded(transfer, now)
    if (transfer.state === 'disabled') throw new Failure('TRANSFER_DISABLED')
    // guard: an owner of a claimed transfer -> tests/http/links/claim.test.ts "is claimed into one"
    if (transfer.owner_id !== null) throw new Failure('ALREADY_OWNED')
    const isOther =
      (seen !== undefined && transfer.version !== seen + 1) ||
      transfer.size !== found.size ||
      !found.manage_token_hash.every((byte, at) => byte === transfer.manage_token_hash[at])
    if (isOther) throw new Failure('CHANGED_MEANWHILE')
    await transaction
      .updateTable('transfers')
      .set({
        owner_id: caller.id,
        ...(keepManageLink ? {} : { manage_token_hash: manageTokenHash(newSecret()) }),
      })
      .where('id', '=', ref)
      .execute()
    await recordTransferEvent(transaction, { transferId: ref, at: now, kind: 'claimed', network })
    const to = { id: ref, username: ref }
    await recordAct(transaction, { act: 'file.claimed', by: caller, to, network }, now)
  })
}
