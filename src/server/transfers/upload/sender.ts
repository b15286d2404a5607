import { storageUsed } from '#server/identity/accounts/storage-used.ts'
import { findMlKemPairs } from '#server/keys/find-pairs.ts'
import type { MlKemPairsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** Who sends: a person with an account, or anybody. */
export type Sender = {
  readonly userId: string | null
  readonly isPro: boolean
  /** Bytes that the account may hold at one time; null without an account. */
  readonly storageLimit: number | null
  /** What limits count; see platform/http/client-address.ts. */
  readonly address: string
}

/**
 * Somebody who began to send earlier, as they may send now.
 * @throws Failure INVALID_TOKEN when the account has been disabled or erased since
 */
export async function findSender(
  { database }: Pick<Services, 'database'>,
  { userId, address }: Pick<Sender, 'userId' | 'address'>,
): Promise<Sender> {
  if (userId === null) return { userId, isPro: false, storageLimit: null, address }
  const user = await database
    .selectFrom('users')
    .select(['is_pro', 'storage_limit'])
    .where('id', '=', userId)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!user) throw new Failure('INVALID_TOKEN')
  return { userId, isPro: user.is_pro === 1, storageLimit: user.storage_limit, address }
}

/** Most bytes of one file, of all files of a link together, and of what the account has left. */
export type SizeLimits = { readonly file: number; readonly transfer: number; readonly quota: number }

/** What a sender may send now. */
export async function findSizeLimits(
  { config, database, clock }: Pick<Services, 'config' | 'database' | 'clock'>,
  { userId, isPro, storageLimit }: Sender,
): Promise<SizeLimits> {
  const plan = isPro
    ? { file: config.PRO_FILE_SIZE, transfer: config.PRO_TRANSFER_SIZE }
    : { file: config.FREE_FILE_SIZE, transfer: config.FREE_TRANSFER_SIZE }
  if (userId === null || storageLimit === null) return { ...plan, quota: Number.POSITIVE_INFINITY }
  const used = await storageUsed(database, userId, clock.now())
  return { ...plan, quota: Math.max(0, storageLimit - used) }
}

/** The key pairs that a sender can lock files with; without an account, none. */
export async function findSenderPairs(
  { database }: Pick<Services, 'database'>,
  { userId }: Sender,
): Promise<readonly MlKemPairsRow[]> {
  return userId === null ? [] : findMlKemPairs(database, userId)
}
