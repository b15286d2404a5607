import type { KeyFiles, MlKemAlgorithm } from '#contract/accounts/keys.ts'
import type { Database } from '#server/platform/database/database.ts'

/** The files that a person's key pairs open, as the files capability knows them. The app hands it to the key routes. */
export type FilesOfKeys = {
  /** Effect on them of deleting the pair. */
  preview(userId: string, algorithm: MlKemAlgorithm): Promise<KeyFiles>
  /**
   * Within the transaction that deletes the pair: ends those that nothing else opens, and says how many. Those of X-Wing stay:
   * their owner may have the private half on paper.
   */
  endLost(transaction: Database, userId: string, algorithm: MlKemAlgorithm | 'x-wing'): Promise<number>
}
