import type { Receipt } from '#contract/files.ts'
import { fingerprintOf } from '#server/keys/list-own-keys.ts'
import type { MlKemPairsRow, TransfersRow } from '#server/platform/database/database.ts'

/**
 * How a transfer is locked and who can open it.
 * @param pair the key pair that it was locked for, as long as that exists
 */
export function receiptOf(
  transfer: Pick<TransfersRow, 'encryption_method' | 'password_protected'>,
  pair: Pick<MlKemPairsRow, 'public_key'> | undefined,
): Receipt {
  const owner = pair ? (['owner'] as const) : []
  const password = transfer.password_protected === 1 ? (['password'] as const) : []
  const either = [...owner, ...password]
  return {
    method: transfer.encryption_method,
    keyFingerprint: pair ? fingerprintOf(pair.public_key) : null,
    openedBy: either.length > 0 ? either : ['link'],
  }
}
