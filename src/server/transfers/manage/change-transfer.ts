import type { AuditAct } from '#contract/operations/audit.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { findPrincipal, type Principal } from '#server/identity/principals/principal.ts'
import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { assertNotEnded } from '../model/transfers-table.ts'
import { assertStorage, releaseClaim } from '../upload/claims/claim-rows.ts'
import { lockTotal } from '../upload/claims/storage-total.ts'
import type { Managed } from './find-managed.ts'

/** A transfer that is locked while it is changed. */
export type LockedTransfer = {
  /** As it was before the change; its version is the next one already. */
  readonly transfer: TransfersRow
  /** Whose policy decides what may be chosen. */
  readonly owner: Principal
  readonly now: number
  /**
   * For what makes a transfer last longer or go out more often, or adds bytes.
   * @throws Failure STORAGE_QUOTA_EXCEEDED where the owner has no room for it
   */
  assertRoom(): void
}

type ChangeOptions = {
  readonly act: AuditAct
  /** The version that the manager has seen; undefined for any. */
  readonly seen: number | undefined
  /** Bytes that come with the change, which the owner's storage must have room for. */
  readonly bytes?: number
  /** The claim that these bytes have held until now. */
  readonly claimId?: string | null
}

/**
 * Changes a transfer: account, links and transfer are locked in this order, as where a download counts, so that it cannot end,
 * be claimed or be changed by another meanwhile. The version goes up, and the audit log says what an account did.
 * @throws Failure FILE_EXPIRED, FILE_DELETED, TRANSFER_DISABLED, CHANGED_MEANWHILE, STORAGE_FULL, and what `work` throws
 */
export async function changeTransfer<Result>(
  services: Services,
  { transfer: { id, owner_id }, by, network }: Managed,
  { act, seen, bytes = 0, claimId = null }: ChangeOptions,
  work: (transaction: Database, locked: LockedTransfer) => Promise<Result>,
): Promise<Result> {
  return transact(services.database, async (transaction) => {
    if (by?.id !== owner_id) await assertAdministrator(transaction, by)
    if (claimId !== null) await releaseClaim(transaction, claimId)
    const owner = await findOwner(transaction, owner_id)
    const full = await findLackOfRoom(services, transaction, owner, bytes)
    await transaction
      .selectFrom('links')
      .select('id')
      .where('transfer_id', '=', id)
      .forNoKeyUpdate()
      .execute()
    const transfer = await transaction
      .updateTable('transfers')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!transfer) throw new Failure('FILE_NOT_FOUND')
    const now = services.clock.now()
    // guard: end of a moved transfer -> tests/http/downloads/move-end.test.ts "of one that has ended is refused"
    assertNotEnded(transfer, now)
    if (transfer.state === 'disabled') throw new Failure('TRANSFER_DISABLED')
    // guard: version of a changed transfer -> tests/http/links/manage.test.ts "has seen an older version"
    //   seen !== undefined && transfer.version !== seen + 1 becomes false
    const isStale = seen !== undefined && transfer.version !== seen + 1
    if (isStale || transfer.owner_id !== owner_id) throw new Failure('CHANGED_MEANWHILE')
    const locked = {
      transfer,
      owner,
      now,
      assertRoom() {
        if (full) throw full
      },
    }
    const result = await work(transaction, locked)
    if (by) await recordAct(transaction, { act, by, to: { id, username: id }, network }, now)
    if (bytes > 0) await lockTotal({ ...services, database: transaction })
    return result
  })
}

/** @throws Failure TRANSFER_DISABLED when the account of the owner is gone or disabled */
export async function findOwner(database: Database, ownerId: string | null): Promise<Principal> {
  try {
    return await findPrincipal(database, ownerId)
  } catch (error) {
    if (error instanceof Failure) throw new Failure('TRANSFER_DISABLED', { cause: error })
    throw error
  }
}

/** Locks the owner's account, and finds out whether it has room. */
async function findLackOfRoom(
  services: Services,
  transaction: Database,
  owner: Principal,
  bytes: number,
): Promise<Failure | undefined> {
  try {
    await assertStorage(services, transaction, { principal: owner }, bytes)
    return undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'STORAGE_QUOTA_EXCEEDED') return error
    throw error
  }
}

/** The version in an `If-Match` header, such as `"3"`; undefined for any. @throws Failure BAD_REQUEST */
export function readVersion(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined
  const [, version] = /^"(\d{1,9})"$/.exec(header) ?? []
  if (version === undefined)
    throw new Failure('BAD_REQUEST', { details: 'if-match: not a version such as "3"' })
  return Number(version)
}
