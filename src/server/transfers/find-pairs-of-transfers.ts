import type { Database, MlKemPairsRow } from '#server/platform/database/database.ts'

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
