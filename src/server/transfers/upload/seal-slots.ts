import { type SlotPlace, sealMlKemSlot, sealPasswordSlot, sealServerSlot } from '#crypto/file-key.ts'
import type { FileSlotsRow } from '#server/platform/database/database.ts'
import type { TransferOptions } from '../file-policy.ts'

/**
 * Wraps the key of a new file for all who may open it: the sender's key pair, whoever has the file password, or, where
 * there is neither, the server for anyone with the link. With either of them the server alone has no way in.
 * @throws PasswordWorkRefused
 */
export async function sealSlots(
  fileKey: Uint8Array,
  dayKey: Uint8Array,
  { pair, password }: Pick<TransferOptions, 'pair' | 'password'>,
  place: SlotPlace,
): Promise<FileSlotsRow[]> {
  const slots: FileSlotsRow[] = []
  function add(type: FileSlotsRow['type'], sealed: Uint8Array, pairId: string | null = null) {
    slots.push({ file_id: place.fileId, type, sealed, pair_id: pairId })
  }
  if (pair) {
    const recipient = { algorithm: pair.algorithm, publicKey: pair.public_key }
    add('ml-kem', sealMlKemSlot(fileKey, dayKey, recipient, place), pair.id)
  }
  if (password !== undefined) {
    add('password', await sealPasswordSlot(fileKey, dayKey, password, place))
  }
  if (slots.length === 0) add('server', sealServerSlot(fileKey, dayKey, place))
  return slots
}
