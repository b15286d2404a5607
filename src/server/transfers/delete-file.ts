import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '#crypto/random-id.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Services } from '#server/platform/services.ts'
import { endFile } from './files-table.ts'
import { findLiveFile } from './find-live-file.ts'
import { removeBlobs } from './sweep/remove-blobs.ts'

type Claim = {
  readonly caller: Caller | undefined
  readonly deletionToken?: string | undefined
  /** Where the call comes from, for the audit log; see platform/http/client-network.ts. */
  readonly network: string
}

/**
 * Deletes a file for its owner, for an administrator, or for whoever holds its deletion link. Its keys are gone when
 * this resolves; the blobs follow at once, or with the next sweep when the store is away. That an administrator deleted
 * somebody else's is in the audit log.
 * @throws Failure FILE_NOT_FOUND, FILE_EXPIRED, FILE_DELETED, AUTHENTICATION_REQUIRED, INVALID_DELETION_TOKEN
 */
export async function deleteFile(
  services: Services,
  id: string,
  { caller, deletionToken, network }: Claim,
): Promise<void> {
  const file = await findLiveFile(services, id)
  const mayDelete = caller?.isAdmin || (caller && caller.id === file.owner_id)
  if (!mayDelete) {
    // To somebody signed in, another's file is not there; the link page tells anybody what is wrong.
    if (deletionToken === undefined) throw new Failure(caller ? 'FILE_NOT_FOUND' : 'AUTHENTICATION_REQUIRED')
    if (!timingSafeEqual(sha256(deletionToken), file.deletion_token_hash))
      throw new Failure('INVALID_DELETION_TOKEN')
  }
  const now = services.clock.now()
  await services.database.transaction().execute(async (transaction) => {
    const ended = await endFile(transaction, id, 'deleted', now)
    if (!ended || !caller || caller.id === file.owner_id) return
    await recordAct(transaction, { act: 'file.deleted', by: caller, to: { id, username: id }, network }, now)
  })
  await removeBlobs(services, file.id).catch((error: unknown) => {
    services.log.warn({ err: error }, 'blob left to the sweep')
  })
}
