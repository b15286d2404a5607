import { openServerSlot, WrongKey } from '#crypto/keys/transfer-key.ts'
import type { TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findLifeKey } from './day-keys.ts'

/**
 * The transfer key of a transfer that the server opens alone; undefined when it has no server slot.
 * @throws Failure FILE_DAMAGED when the keys in the database do not open it
 */
export async function openServerKey(
  services: Pick<Services, 'database' | 'keyRing'>,
  transfer: Pick<TransfersRow, 'id' | 'key_day' | 'sealed_life_key'>,
): Promise<Uint8Array | undefined> {
  const slot = await services.database
    .selectFrom('slots')
    .select('sealed')
    .where('transfer_id', '=', transfer.id)
    .where('kind', '=', 'server')
    .executeTakeFirst()
  if (!slot) return undefined
  const lifeKey = await findLifeKey(services, transfer)
  try {
    return openServerSlot(slot.sealed, lifeKey, transfer.id)
  } catch (error) {
    if (error instanceof WrongKey) throw new Failure('FILE_DAMAGED', { cause: error })
    throw error
  }
}
