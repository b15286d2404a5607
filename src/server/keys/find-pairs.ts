import type { MlKemAlgorithm } from '#contract/keys.ts'
import type { Database, MlKemPairsRow, RsaPairsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'

/** The post-quantum pairs of a person. */
export function findMlKemPairs(database: Database, userId: string): Promise<MlKemPairsRow[]> {
  return database
    .selectFrom('ml_kem_pairs')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

/** A person's post-quantum pair of one kind. @throws Failure KEY_NOT_FOUND */
export async function findMlKemPair(
  database: Database,
  userId: string,
  algorithm: MlKemAlgorithm,
): Promise<MlKemPairsRow> {
  const row = await database
    .selectFrom('ml_kem_pairs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('algorithm', '=', algorithm)
    .executeTakeFirst()
  if (!row) throw new Failure('KEY_NOT_FOUND')
  return row
}

/** The pair that a slot was made for. @throws Failure KEY_NOT_FOUND when it has just been deleted */
export async function findMlKemPairById(database: Database, id: string): Promise<MlKemPairsRow> {
  const row = await database.selectFrom('ml_kem_pairs').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('KEY_NOT_FOUND')
  return row
}

export function findRsaPair(database: Database, userId: string): Promise<RsaPairsRow | undefined> {
  return database.selectFrom('rsa_pairs').selectAll().where('user_id', '=', userId).executeTakeFirst()
}
