import type { Database, MlKemPairsRow } from '#server/platform/database/database.ts'

/** The key pairs that files are locked for, by the files' ids; of a pair that was deleted nothing is left. */
export async function findPairsOfFiles(
  database: Database,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<MlKemPairsRow, 'public_key'>>> {
  if (fileIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('file_slots')
    .innerJoin('ml_kem_pairs', 'ml_kem_pairs.id', 'file_slots.pair_id')
    .select(['file_slots.file_id', 'ml_kem_pairs.public_key'])
    .where('file_slots.file_id', 'in', fileIds)
    .execute()
  return new Map(rows.map(({ file_id, public_key }) => [file_id, { public_key }]))
}
