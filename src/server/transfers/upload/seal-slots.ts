import { sealMlKemSlot, sealPasswordSlot, sealServerSlot } from '#crypto/keys/transfer-key.ts'
import type { PasswordCost } from '#crypto/passwords/password-hash.ts'
import { newId } from '#crypto/random-id.ts'
import type { SlotsRow } from '#server/platform/database/database.ts'
import type { TransferOptions } from '../sender/transfer-options.ts'

/** The keys of a transfer whose slots are to be made. */
type Keys = { readonly transferId: string; readonly transferKey: Uint8Array; readonly lifeKey: Uint8Array }

/**
 * Wraps the key of a new transfer for all who may open it: the sender's key pair, the file password, or, where there is
 * neither, the server for anyone with the link. With either of them the server alone has no way in.
 * @param cost of hashing the file password
 * @throws PasswordWorkRefused
 */
export async function sealSlots(
  { transferId, transferKey, lifeKey }: Keys,
  { pair, password }: Pick<TransferOptions, 'pair' | 'password'>,
  cost: PasswordCost,
): Promise<SlotsRow[]> {
  const slots: SlotsRow[] = []
  function add(kind: SlotsRow['kind'], sealed: Uint8Array, pairId: string | null = null) {
    slots.push({ id: newId(), transfer_id: transferId, kind, sealed, pair_id: pairId })
  }
  if (pair) {
    const recipient = { algorithm: pair.algorithm, publicKey: pair.public_key }
    add('ml-kem', sealMlKemSlot(transferKey, lifeKey, recipient, transferId), pair.id)
  }
  if (password !== undefined)
    add('password', await sealPasswordSlot(transferKey, lifeKey, password, transferId, cost))
  if (slots.length === 0) add('server', sealServerSlot(transferKey, lifeKey, transferId))
  return slots
}
