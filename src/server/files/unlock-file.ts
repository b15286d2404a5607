import { openPasswordSlot, openServerSlot, WrongKey } from '#crypto/file-key.ts'
import { Failure } from '../http/failure.ts'
import type { FilesRow } from '../ports/database.ts'
import type { Services } from '../ports/services.ts'
import { openDayKey } from './day-keys.ts'
import { findSlots } from './files-table.ts'

/**
 * The key of a file, for whoever may have it: anyone with the link, or with the file password where one is set.
 * @throws Failure PASSWORD_REQUIRED, INVALID_FILE_PASSWORD, FILE_DAMAGED
 */
export async function unlockFile(
  services: Services,
  file: FilesRow,
  password: string | undefined,
): Promise<Uint8Array> {
  if (file.password_protected === 1 && !password) throw new Failure('PASSWORD_REQUIRED')
  const where = { blobId: Buffer.from(file.blob_id, 'hex'), fileId: file.id }
  const wanted = file.password_protected === 1 ? 'password' : 'server'
  const slot = (await findSlots(services.database, file.id)).find(({ type }) => type === wanted)
  if (!slot) throw new Failure('FILE_DAMAGED', { cause: new Error(`no ${wanted} slot`) })
  const dayKey = await openDayKey(services, file.expiry_day)
  try {
    if (wanted === 'server') return openServerSlot(slot.sealed, dayKey, where)
    return await openPasswordSlot(slot.sealed, dayKey, password ?? '', where)
  } catch (error) {
    if (!(error instanceof WrongKey)) throw error
    throw new Failure(wanted === 'server' ? 'FILE_DAMAGED' : 'INVALID_FILE_PASSWORD', { cause: error })
  }
}
