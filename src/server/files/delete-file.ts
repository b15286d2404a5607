import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '#crypto/random-id.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../ports/services.ts'
import { endFile } from './files-table.ts'
import { findLiveFile } from './find-live-file.ts'
import { removeBlob } from './remove-blob.ts'

/**
 * Deletes a file for whoever holds its deletion link. Its keys are gone when this resolves; the blob follows
 * at once, or with the next sweep when the store is away.
 * @throws Failure FILE_NOT_FOUND, FILE_EXPIRED, FILE_DELETED, AUTHENTICATION_REQUIRED, INVALID_DELETION_TOKEN
 */
export async function deleteFile(
  services: Services,
  id: string,
  deletionToken: string | undefined,
): Promise<void> {
  const file = await findLiveFile(services, id)
  if (deletionToken === undefined) throw new Failure('AUTHENTICATION_REQUIRED')
  if (!timingSafeEqual(sha256(deletionToken), file.deletion_token_hash))
    throw new Failure('INVALID_DELETION_TOKEN')
  await endFile(services.database, id, 'deleted', services.clock.now())
  await removeBlob(services, file).catch((error: unknown) => {
    services.log.warn({ err: error }, 'a blob is left to the sweep')
  })
}
