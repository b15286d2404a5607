import { openPasswordSlot, openServerSlot, WrongKey } from '#crypto/file-key.ts'
import { Failure } from '../../http/failure.ts'
import { returnAllowance } from '../../limits/return-allowance.ts'
import { takeAllowance } from '../../limits/take-allowance.ts'
import type { FilesRow } from '../../ports/database.ts'
import type { Services } from '../../ports/services.ts'
import { openDayKey } from '../day-keys.ts'
import { findSlots } from '../files-table.ts'
import { placeOf } from '../slot-place.ts'

type Attempt = {
  readonly password: string | undefined
  /** Who tries; see http/client-address.ts. */
  readonly address: string
}

/** Wrong passwords of one address for one file, and of everybody for it. It is never locked for good. */
const tries = {
  byAddress: { burst: 5, interval: 2 * 60_000 },
  byFile: { burst: 20, interval: 30_000 },
}

/**
 * The key of a file, for whoever may have it: anyone with the link, or with the file password where one is set.
 * @throws Failure PASSWORD_REQUIRED, INVALID_FILE_PASSWORD, FILE_DAMAGED, RATE_LIMITED
 */
export async function unlockFile(
  services: Services,
  file: FilesRow,
  { password, address }: Attempt,
): Promise<Uint8Array> {
  const wanted = file.password_protected === 1 ? 'password' : 'server'
  if (wanted === 'password' && !password) throw new Failure('PASSWORD_REQUIRED')
  const where = await placeOf(services, file)
  const slot = (await findSlots(services.database, file.id)).find(({ type }) => type === wanted)
  if (!slot) throw new Failure('FILE_DAMAGED', { cause: new Error(`no ${wanted} slot`) })
  const dayKey = await openDayKey(services, file.expiry_day)
  const giveBack = wanted === 'password' ? await countTry(services, file.id, address) : undefined
  try {
    const fileKey =
      wanted === 'password'
        ? await openPasswordSlot(slot.sealed, dayKey, password ?? '', where)
        : openServerSlot(slot.sealed, dayKey, where)
    await giveBack?.()
    return fileKey
  } catch (error) {
    if (error instanceof WrongKey) {
      throw new Failure(giveBack ? 'INVALID_FILE_PASSWORD' : 'FILE_DAMAGED', { cause: error })
    }
    // Nobody pays for a try that we had no time for.
    await giveBack?.()
    throw error
  }
}

/** Counts a try before the password is looked at, so that guessing costs us no work; a right one is given back. */
async function countTry(services: Services, id: string, address: string): Promise<() => Promise<void>> {
  const [own, all] = [`password:${id}:${address}`, `password:${id}`]
  await takeAllowance(services, own, tries.byAddress)
  try {
    await takeAllowance(services, all, tries.byFile)
  } catch (error) {
    await returnAllowance(services, own, tries.byAddress)
    throw error
  }
  return async () => {
    await returnAllowance(services, own, tries.byAddress)
    await returnAllowance(services, all, tries.byFile)
  }
}
