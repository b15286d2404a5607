import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Services } from '#server/platform/services.ts'
import { removeBlobs } from '#server/transfers/sweep/remove-blobs.ts'
import { endTransfer } from '#server/transfers/transfers-table.ts'

/**
 * Deletes a transfer for an administrator, whatever its state. Its keys are gone when this resolves; the blobs follow at
 * once, or with the next sweep when the store is unavailable.
 * @param reference the transfer's id; an administrator needs no link
 * @throws Failure FILE_NOT_FOUND, FILE_EXPIRED, FILE_DELETED
 */
export async function deleteTransfer(
  services: Services,
  reference: string,
  { by, network }: { readonly by: Caller; readonly network: string },
): Promise<void> {
  const { database, clock, log } = services
  const now = clock.now()
  await database.transaction().execute(async (transaction) => {
    const transfer = await transaction
      .selectFrom('transfers')
      .select(['ended_as', 'expires_at', 'owner_id'])
      .where('id', '=', reference)
      .executeTakeFirst()
    if (!transfer) throw new Failure('FILE_NOT_FOUND')
    const { ended_as, expires_at, owner_id } = transfer
    if (ended_as === 'expired' || (ended_as === null && expires_at <= now)) throw new Failure('FILE_EXPIRED')
    if (!(await endTransfer(transaction, reference, 'deleted', now))) throw new Failure('FILE_DELETED')
    if (owner_id === by.id) return
    const to = { id: reference, username: reference }
    await recordAct(transaction, { act: 'file.deleted', by, to, network }, now)
  })
  await removeBlobs(services, reference).catch((error: unknown) => {
    log.warn({ err: error }, 'a blob is left to the sweep')
  })
}
