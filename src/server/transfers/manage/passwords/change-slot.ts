import { timingSafeEqual } from 'node:crypto'
import type { ChangeSlotRequest } from '#contract/transfers/manage.ts'
import { sealServerSlot } from '#crypto/keys/transfer-key.ts'
import { newId } from '#crypto/random-id.ts'
import { headOfSlot } from '#end-to-end/format/slot.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { proveKey } from '../../download/prove-key.ts'
import { findLifeKey } from '../../keys/day-keys.ts'
import { readSentSlot } from '../../keys/end-to-end-slots.ts'
import { openServerKey } from '../../keys/slots.ts'
import { isEndToEnd } from '../../model/end-to-end.ts'
import { recordTransferEvent } from '../../model/transfer-events.ts'
import { changeTransfer } from '../change-transfer.ts'
import { type Managed, withKeys } from '../find-managed.ts'

/**
 * Replaces the slot of an end-to-end encrypted transfer by one that its sender's browser made, with another password or none.
 * The content key and the key of the link stay: receivers who opened it before can go on, and an old copy of the slot opens with its
 * password. Tickets end with the slot through which they were issued.
 * @throws Failure VALIDATION_ERROR for a transfer that is not end-to-end encrypted, a slot of another bundle or form;
 *   INVALID_FILE_PASSWORD, RATE_LIMITED, FILE_PASSWORD_REQUIRED, CHANGED_MEANWHILE, and as changeTransfer does
 */
export async function changeSlot(
  services: Services,
  managed: Managed,
  { proof, slot, nextProof }: ChangeSlotRequest,
  { seen, address }: { readonly seen: number | undefined; readonly address: string },
): Promise<void> {
  const { transfer, network } = managed
  if (!isEndToEnd(transfer))
    throw new Failure('VALIDATION_ERROR', { details: 'slot: this transfer is not end-to-end encrypted' })
  const next = readSentSlot(slot, nextProof)
  const { old, sealed } = await withKeys(services, managed, async () => {
    const present = await proveKey(services, transfer.id, { keyProof: proof, address })
    const transferKey = await openServerKey(services, transfer)
    if (!transferKey) throw new Failure('FILE_DAMAGED', { cause: new Error('no slot') })
    const lifeKey = await findLifeKey(services, transfer)
    try {
      return { old: present, sealed: sealServerSlot(transferKey, lifeKey, transfer.id) }
    } finally {
      lifeKey.fill(0)
      transferKey.fill(0)
    }
  })
  const before = headOfSlot(old.sealed)
  // guard: bundle of a new slot -> tests/http/downloads/end-to-end/change-slot.test.ts "another bundle"
  if (!timingSafeEqual(before.bundleId, next.head.bundleId))
    throw new Failure('VALIDATION_ERROR', { details: 'slot: of another bundle' })
  if (before.recipient)
    throw new Failure('VALIDATION_ERROR', { details: 'slot: what a visitor sealed for you has no password' })
  await changeTransfer(
    services,
    managed,
    { act: 'file.password-changed', seen },
    async (transaction, held) => {
      if (policyFor(held.owner, services.config).filePassword.required && !next.head.password)
        throw new Failure('FILE_PASSWORD_REQUIRED')
      // Replaced meanwhile: the proof was right for another slot than the one that would go.
      const gone = await transaction.deleteFrom('slots').where('id', '=', old.slotId).executeTakeFirst()
      if (Number(gone.numDeletedRows) === 0) throw new Failure('CHANGED_MEANWHILE')
      const id = newId()
      await transaction
        .insertInto('slots')
        .values({ id, transfer_id: transfer.id, kind: 'server', sealed, pair_id: null })
        .execute()
      await transaction
        .insertInto('end_to_end_slots')
        .values({ slot_id: id, sealed: next.bytes, proof_hash: next.proofHash })
        .execute()
      await transaction
        .updateTable('transfers')
        .set({ password_protected: next.head.password ? 1 : 0 })
        .where('id', '=', transfer.id)
        .execute()
      await recordTransferEvent(transaction, {
        transferId: transfer.id,
        at: held.now,
        network,
        kind: !next.head.password
          ? 'password-removed'
          : before.password
            ? 'password-changed'
            : 'password-set',
      })
    },
  )
}
