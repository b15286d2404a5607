import { openHashedSlot } from '#crypto/keys/hashed-slot.ts'
import { sealPasswordSlot } from '#crypto/keys/transfer-key.ts'
import type { SlotsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Opens a slot whose password is known by a hash alone, and seals it under the password that was right: from then on nothing opens
 * it without that. Tickets stay, since the slot does.
 * @returns the transfer key
 * @throws WrongKey, PasswordWorkRefused
 */
export async function openKnownByHash(
  services: Pick<Services, 'config' | 'database' | 'log'>,
  slot: SlotsRow,
  lifeKey: Uint8Array,
  password: string,
): Promise<Uint8Array> {
  const transferKey = await openHashedSlot(slot.sealed, lifeKey, password, slot.transfer_id)
  try {
    const cost = services.config.passwordCosts.file
    const sealed = await sealPasswordSlot(transferKey, lifeKey, password, slot.transfer_id, cost)
    // Another may have sealed it a moment ago, or set another password.
    await services.database
      .updateTable('slots')
      .set({ sealed })
      .where('id', '=', slot.id)
      .where('sealed', '=', slot.sealed)
      .execute()
  } catch (error) {
    services.log.warn({ err: error }, 'a transfer with the hash of a password was not sealed under it')
  }
  return transferKey
}
