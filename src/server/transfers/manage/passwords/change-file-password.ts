import type { TransferPasswordRequest } from '#contract/transfers/manage.ts'
import { sealPasswordSlot, sealServerSlot } from '#crypto/keys/transfer-key.ts'
import { newId } from '#crypto/random-id.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { personOf } from '#server/identity/principals/principal.ts'
import type { Database, SlotsRow, TransferEventKind } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { unlockTransfer } from '../../download/unlock-transfer.ts'
import { findLifeKey } from '../../keys/day-keys.ts'
import { assertNotEndToEnd } from '../../model/end-to-end.ts'
import { recordTransferEvent } from '../../model/transfer-events.ts'
import { findSlots } from '../../model/transfers-table.ts'
import { validateFilePassword } from '../../upload/upload-options.ts'
import { changeTransfer, type LockedTransfer } from '../change-transfer.ts'
import { type Managed, withKeys } from '../find-managed.ts'

/** Passwords that one person sets, or that are set for a transfer without one: everybody's wait while one is hashed. */
const passwords = { burst: 10, interval: 60_000 }

/** Change of a password: the slots that go, the one that comes, and its kind in the timeline. */
type Replacement = {
  readonly gone: readonly SlotsRow[]
  readonly come: SlotsRow | undefined
  readonly kind: TransferEventKind
}

/**
 * Sets, changes or removes the file password of a transfer. The transfer key stays, and so does the file; it gets another
 * slot. Tickets end with the slot they were issued through; a download that runs goes on.
 * @param address of the manager; see http/client-address.ts
 * @throws Failure PASSWORD_REQUIRED, INVALID_FILE_PASSWORD, KEY_PASSWORD_REQUIRED, INVALID_KEY_PASSWORD,
 *   AUTHENTICATION_REQUIRED, FILE_PASSWORD_REQUIRED, FILE_PASSWORD_TOO_SHORT, RATE_LIMITED, CHANGED_MEANWHILE,
 *   NOT_FOR_END_TO_END, and as changeTransfer does; PasswordWorkRefused
 */
export async function changeFilePassword(
  services: Services,
  managed: Managed,
  request: TransferPasswordRequest,
  { seen, address }: { readonly seen: number | undefined; readonly address: string },
): Promise<void> {
  const { network } = managed
  assertNotEndToEnd(managed.transfer)
  const replacement = await withKeys(services, managed, () =>
    sealReplacement(services, managed, request, address),
  )
  if (!replacement) return
  const options = { act: 'file.password-changed', seen } as const
  await changeTransfer(services, managed, options, async (transaction, locked) => {
    validateNext(services, locked, request, replacement)
    await replaceSlots(transaction, locked, replacement)
    const event = { transferId: locked.transfer.id, at: locked.now, network }
    await recordTransferEvent(transaction, { ...event, kind: replacement.kind })
  })
}

/**
 * Opens the transfer and seals its key anew. Done before the transaction, for hashing a password takes long.
 * @returns undefined when there is nothing to change
 */
async function sealReplacement(
  services: Services,
  { transfer, by }: Managed,
  { current, keyPassword, next }: TransferPasswordRequest,
  address: string,
): Promise<Replacement | undefined> {
  const slots = await findSlots(services.database, transfer.id)
  const old = slots.filter(({ kind }) => kind === 'password')
  const [server, pair] = [
    slots.find(({ kind }) => kind === 'server'),
    slots.find(({ kind }) => kind === 'ml-kem'),
  ]
  if (next === null && old.length === 0) return undefined
  const attempt = { password: current, keyPassword, callerId: personOf(by), address }
  if (next !== null) await consumeRateLimit(services, `set-password:${by?.id ?? transfer.id}`, passwords)
  const { transferKey } = await unlockTransfer(services, transfer, attempt)
  const lifeKey = await findLifeKey(services, transfer)
  const row = (kind: SlotsRow['kind'], sealed: Uint8Array): SlotsRow => ({
    id: newId(),
    transfer_id: transfer.id,
    kind,
    sealed,
    pair_id: null,
  })
  try {
    if (next === null) {
      // A transfer that a key pair locks stays locked: it gets no slot that the server opens alone.
      const come = pair ? undefined : row('server', sealServerSlot(transferKey, lifeKey, transfer.id))
      return { gone: old, come, kind: 'password-removed' }
    }
    const cost = services.config.passwordCosts.file
    const sealed = await sealPasswordSlot(transferKey, lifeKey, next, transfer.id, cost)
    const gone = server ? [...old, server] : old
    return { gone, come: row('password', sealed), kind: old.length > 0 ? 'password-changed' : 'password-set' }
  } finally {
    lifeKey.fill(0)
    transferKey.fill(0)
  }
}

/** @throws Failure FILE_PASSWORD_REQUIRED, FILE_PASSWORD_TOO_SHORT */
function validateNext(
  { config }: Services,
  { owner }: LockedTransfer,
  { next }: TransferPasswordRequest,
  { come }: Replacement,
): void {
  const policy = policyFor(owner, config)
  if (next !== null) validateFilePassword(next, policy)
  else if (policy.filePassword.required && come) throw new Failure('FILE_PASSWORD_REQUIRED')
}

/**
 * @throws Failure CHANGED_MEANWHILE when another has replaced them since they were read, or the key pair that was to lock the
 *   transfer alone has been deleted: nothing would open it
 */
async function replaceSlots(
  transaction: Database,
  { transfer }: LockedTransfer,
  { gone, come }: Replacement,
): Promise<void> {
  for (const { id } of gone) await transaction.deleteFrom('slots').where('id', '=', id).execute()
  const left = await transaction
    .selectFrom('slots')
    .select('kind')
    .where('transfer_id', '=', transfer.id)
    .execute()
  const isReplaced = left.some(({ kind }) => kind !== 'ml-kem')
  // guard: a key pair that was to lock a transfer alone -> tests/http/links/password.test.ts "the key pair that locks the rest is deleted meanwhile" on postgres
  //   drops || (!come && left.length === 0)
  // guard: a slot that another has replaced -> tests/http/links/password.test.ts "one of two managers at once"
  //   isReplaced || (!come && left.length === 0) becomes !come && left.length === 0
  if (isReplaced || (!come && left.length === 0)) throw new Failure('CHANGED_MEANWHILE')
  if (come) await transaction.insertInto('slots').values(come).execute()
  await transaction
    .updateTable('transfers')
    .set({ password_protected: come?.kind === 'password' ? 1 : 0 })
    .where('id', '=', transfer.id)
    .execute()
}
