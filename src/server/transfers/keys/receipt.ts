import type { Receipt } from '#contract/transfers/files.ts'
import { fingerprintOf } from '#server/keys/key-pairs.ts'
import type { Database, MlKemPairsRow, TransfersRow } from '#server/platform/database/database.ts'

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

/** The key pairs that transfers are locked for, by the transfers' ids; a deleted pair took its slots along. */
export async function findPairsOfTransfers(
  database: Database,
  transferIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<MlKemPairsRow, 'public_key'>>> {
  if (transferIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('slots')
    .innerJoin('ml_kem_pairs', 'ml_kem_pairs.id', 'slots.pair_id')
    .select(['slots.transfer_id', 'ml_kem_pairs.public_key'])
    .where('slots.transfer_id', 'in', transferIds)
    .execute()
  return new Map(rows.map(({ transfer_id, public_key }) => [transfer_id, { public_key }]))
}
