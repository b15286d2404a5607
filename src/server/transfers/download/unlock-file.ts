import { openMlKemSlot, openPasswordSlot, openServerSlot, WrongKey } from '#crypto/file-key.ts'
import { findMlKemPairById } from '#server/keys/find-pairs.ts'
import { openPair } from '#server/keys/open-pair.ts'
import type { FileSlotsRow, FilesRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { openDayKey } from '../day-keys.ts'
import { findSlots } from '../files-table.ts'
import { placeOf } from '../slot-place.ts'
import { type Credentials, chooseSlot } from './choose-slot.ts'
import { throttleFilePassword } from './throttle-file-password.ts'

export type Attempt = Credentials & {
  /** Who asks; see platform/http/client-address.ts. */
  readonly address: string
}

/**
 * The key of a file, for whoever may have it: anyone with the link; where a file password is set, anyone with that; the
 * owner of a quantum-encrypted file with the key password.
 * @throws Failure PASSWORD_REQUIRED, INVALID_FILE_PASSWORD, AUTHENTICATION_REQUIRED, KEY_PASSWORD_REQUIRED,
 *   INVALID_KEY_PASSWORD, FILE_DAMAGED, RATE_LIMITED
 */
export async function unlockFile(services: Services, file: FilesRow, attempt: Attempt): Promise<Uint8Array> {
  const slot = chooseSlot(await findSlots(services.database, file.id), attempt, file.owner_id)
  const place = await placeOf(services, file)
  const dayKey = await openDayKey(services, file.expiry_day)
  const { sealed } = slot
  if (slot.type === 'ml-kem') {
    const [pair, seed] = await openOwnersPair(services, slot, attempt.keyPassword ?? '')
    try {
      return orDamaged(() => openMlKemSlot(sealed, dayKey, { algorithm: pair.algorithm, seed }, place))
    } finally {
      seed.fill(0)
    }
  }
  if (slot.type === 'server') return orDamaged(() => openServerSlot(sealed, dayKey, place))
  return throttleFilePassword(services, file.id, attempt.address, async () => {
    try {
      return await openPasswordSlot(sealed, dayKey, attempt.password ?? '', place)
    } catch (error) {
      if (error instanceof WrongKey) throw new Failure('INVALID_FILE_PASSWORD', { cause: error })
      throw error
    }
  })
}

async function openOwnersPair(services: Services, { pair_id }: FileSlotsRow, keyPassword: string) {
  const pair = await findMlKemPairById(services.database, pair_id ?? '')
  return [pair, await openPair(services, pair, keyPassword)] as const
}

/** No word of whoever asks has a part in it: when it does not open, something is wrong with it. */
function orDamaged(open: () => Uint8Array): Uint8Array {
  try {
    return open()
  } catch (error) {
    if (error instanceof WrongKey) throw new Failure('FILE_DAMAGED', { cause: error })
    throw error
  }
}
